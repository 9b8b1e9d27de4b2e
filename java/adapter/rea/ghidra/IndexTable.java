package rea.ghidra;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** Values that many rows share, in order of their first appearance; rows name them by index. */
final class IndexTable<T> {
  private final Map<T, Integer> indexes = new LinkedHashMap<>();

  int indexOf(T value) {
    Integer known = indexes.get(value);
    if (known != null) return known;
    indexes.put(value, indexes.size());
    return indexes.size() - 1;
  }

  Collection<T> values() {
    return indexes.keySet();
  }
}
