package rea.ghidra;

import ghidra.program.model.address.Address;
import ghidra.program.model.address.AddressSpace;
import ghidra.program.model.listing.Program;
import ghidra.program.model.symbol.Reference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Every reference of one program, to memory, externals, the stack and registers, in order. */
final class ProgramReferences {
  private final List<ProgramReference> all;

  private ProgramReferences(List<ProgramReference> all) {
    this.all = all;
  }

  static ProgramReferences of(Program program, ProgramFunctions functions) {
    List<ProgramReference> all = new ArrayList<>();
    Address first = program.getMinAddress();
    if (first == null) return new ProgramReferences(all);
    for (Reference reference : program.getReferenceManager().getReferenceIterator(first)) {
      // Ghidra marks an entry point by a reference that comes from nowhere.
      if (!reference.isEntryPointReference()) all.add(ProgramReference.of(reference, functions));
    }
    Collections.sort(all);
    return new ProgramReferences(all);
  }

  List<ProgramReference> all() {
    return all;
  }

  /** Those from exactly this address. */
  List<ProgramReference> from(AddressSpace space, long offset) {
    int start = firstFrom(space, offset);
    int end = start;
    while (end < all.size() && isFrom(all.get(end), space, offset)) end++;
    return all.subList(start, end);
  }

  private int firstFrom(AddressSpace space, long offset) {
    int low = 0;
    int high = all.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      ProgramReference reference = all.get(middle);
      if (Addresses.compare(reference.fromSpace(), reference.from(), space, offset) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private static boolean isFrom(ProgramReference reference, AddressSpace space, long offset) {
    return reference.from() == offset && reference.fromSpace() == space;
  }
}
