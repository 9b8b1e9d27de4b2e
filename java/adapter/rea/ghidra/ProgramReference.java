package rea.ghidra;

import ghidra.program.model.address.Address;
import ghidra.program.model.address.AddressSpace;
import ghidra.program.model.symbol.RefType;
import ghidra.program.model.symbol.Reference;

/**
 * A reference as Ghidra keeps it, without what a program with millions of them has no room for. In
 * order of source, destination and operand.
 *
 * @param function index of the function whose body holds the source, or -1
 */
record ProgramReference(
    AddressSpace fromSpace,
    long from,
    AddressSpace toSpace,
    long to,
    RefType type,
    int operand,
    int function)
    implements Comparable<ProgramReference> {
  static ProgramReference of(Reference reference, ProgramFunctions functions) {
    Address from = reference.getFromAddress();
    Address to = reference.getToAddress();
    AddressSpace fromSpace = from.getAddressSpace();
    long fromOffset = Addresses.offset(from);
    return new ProgramReference(
        fromSpace,
        fromOffset,
        to.getAddressSpace(),
        Addresses.offset(to),
        reference.getReferenceType(),
        reference.getOperandIndex(),
        functions.indexContaining(fromSpace, fromOffset));
  }

  @Override
  public int compareTo(ProgramReference other) {
    int order = Addresses.compare(fromSpace, from, other.fromSpace, other.from);
    if (order == 0) order = Addresses.compare(toSpace, to, other.toSpace, other.to);
    return order != 0 ? order : Integer.compare(operand, other.operand);
  }
}
