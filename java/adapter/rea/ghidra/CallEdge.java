package rea.ghidra;

import ghidra.program.model.address.AddressSpace;
import java.util.Comparator;

/**
 * One callsite and one callee, in order of the callsite, then of the target; unresolved ones last.
 *
 * @param caller index of the function whose body holds the callsite, or -1
 * @param space of the callsite
 * @param offset of the callsite
 * @param flow name of the flow type of the instruction
 * @param callee index of the function whose entry is the target, or -1
 * @param targetSpace null when the target is computed
 * @param target offset of the target
 */
record CallEdge(
    int caller,
    AddressSpace space,
    long offset,
    String flow,
    int callee,
    AddressSpace targetSpace,
    long target)
    implements Comparable<CallEdge> {
  /** Why there is no callee, as the protocol numbers it. */
  static final int COMPUTED_TARGET = 0;

  static final int NO_FUNCTION_AT_TARGET = 1;

  private static final Comparator<CallEdge> BY_TARGET =
      (left, right) ->
          Addresses.compare(left.targetSpace, left.target, right.targetSpace, right.target);

  private static final Comparator<CallEdge> ORDER =
      Comparator.comparing((CallEdge edge) -> edge.space.getName(), Addresses.BYTEWISE)
          .thenComparing(CallEdge::offset, Long::compareUnsigned)
          .thenComparing(CallEdge::isUnresolved)
          .thenComparing(BY_TARGET);

  boolean isUnresolved() {
    return callee < 0;
  }

  int reason() {
    return targetSpace == null ? COMPUTED_TARGET : NO_FUNCTION_AT_TARGET;
  }

  @Override
  public int compareTo(CallEdge other) {
    return ORDER.compare(this, other);
  }
}
