package rea.ghidra;

import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** The dispatch table: every operation that this adapter can do, by name. */
final class Operations {
  /** Reads the rest of the request, does the work and answers with the result. */
  @FunctionalInterface
  interface Operation {
    Json run(Request request, Answer answer) throws Exception;
  }

  private static final Map<String, Operation> TABLE =
      new TreeMap<>(
          Map.of(
              "doctor", Doctor::run,
              "extract", Extract::run,
              "decompile", Decompile::run,
              "disassemble", Disassemble::run));

  private Operations() {}

  static SortedSet<String> names() {
    return new TreeSet<>(TABLE.keySet());
  }

  static Json run(Request request, Answer answer) throws Exception {
    return TABLE.get(request.operation()).run(request, answer);
  }
}
