package rea.ghidra;

import ghidra.program.model.address.AddressRange;
import ghidra.program.model.address.AddressSpace;
import ghidra.program.model.listing.Function;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Which function holds an address: the ranges of the bodies in memory, which never overlap. */
final class FunctionBodies {
  private record Range(AddressSpace space, long start, long end, int function)
      implements Comparable<Range> {
    @Override
    public int compareTo(Range other) {
      return Addresses.compare(space, start, other.space, other.start);
    }
  }

  private final List<Range> ranges = new ArrayList<>();

  FunctionBodies(List<Function> functions) {
    for (int index = 0; index < functions.size(); index++) {
      if (functions.get(index).isExternal()) continue;
      for (AddressRange range : functions.get(index).getBody()) {
        ranges.add(
            new Range(
                range.getAddressSpace(),
                Addresses.offset(range.getMinAddress()),
                Addresses.offset(range.getMaxAddress()),
                index));
      }
    }
    Collections.sort(ranges);
  }

  /** Index of the function whose body holds the address, or -1. */
  int holding(AddressSpace space, long offset) {
    int low = 0;
    int high = ranges.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      Range range = ranges.get(middle);
      if (Addresses.compare(range.space(), range.start(), space, offset) <= 0) low = middle + 1;
      else high = middle;
    }
    if (low == 0) return -1;
    Range before = ranges.get(low - 1);
    boolean holds = before.space() == space && Long.compareUnsigned(offset, before.end()) <= 0;
    return holds ? before.function() : -1;
  }
}
