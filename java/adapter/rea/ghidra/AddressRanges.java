package rea.ghidra;

import ghidra.program.model.address.AddressSpace;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Values by ranges of addresses that do not overlap. */
final class AddressRanges<T> {
  private record Range<T>(long end, T value) {}

  private final Map<AddressSpace, NavigableMap<Long, Range<T>>> byStart = new HashMap<>();

  /** Both ends are included. */
  void add(AddressSpace space, long start, long end, T value) {
    byStart
        .computeIfAbsent(space, added -> new TreeMap<>(Long::compareUnsigned))
        .put(start, new Range<>(end, value));
  }

  /** The value of the range that holds the address, or the other one. */
  T holding(AddressSpace space, long offset, T none) {
    NavigableMap<Long, Range<T>> ranges = byStart.get(space);
    Map.Entry<Long, Range<T>> before = ranges == null ? null : ranges.floorEntry(offset);
    if (before == null || Long.compareUnsigned(offset, before.getValue().end()) > 0) return none;
    return before.getValue().value();
  }
}
