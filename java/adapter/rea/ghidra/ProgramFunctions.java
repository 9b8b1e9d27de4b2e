package rea.ghidra;

import com.google.gson.stream.JsonWriter;
import ghidra.program.model.address.Address;
import ghidra.program.model.listing.Function;
import ghidra.program.model.listing.FunctionManager;
import ghidra.program.model.listing.Program;
import ghidra.program.model.mem.MemoryBlock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The functions of one program: those in memory, thunks among them, then the external ones; each by
 * its entry.
 */
final class ProgramFunctions {
  private static final Comparator<Function> ORDER =
      Comparator.comparing(Function::isExternal)
          .thenComparing(Function::getEntryPoint, Addresses.ORDER);

  private final Program program;
  private final List<Function> all;

  private ProgramFunctions(Program program, List<Function> all) {
    this.program = program;
    this.all = all;
  }

  static ProgramFunctions of(Program program) {
    FunctionManager manager = program.getFunctionManager();
    List<Function> all = new ArrayList<>(manager.getFunctionCount());
    manager.getFunctions(true).forEachRemaining(all::add);
    manager.getExternalFunctions().forEachRemaining(all::add);
    all.sort(ORDER);
    return new ProgramFunctions(program, all);
  }

  List<Function> all() {
    return all;
  }

  /**
   * Those with exactly this name: a qualified one when a namespace is named, else the basename in
   * any namespace.
   */
  List<Function> named(String name) {
    return all.stream()
        .filter(
            function -> name.equals(function.getName(false)) || name.equals(function.getName(true)))
        .toList();
  }

  /** The function whose entry is here, or null. */
  Function at(String space, long offset) {
    return all.stream()
        .filter(function -> isAt(function.getEntryPoint(), space, offset))
        .findFirst()
        .orElse(null);
  }

  /** The function whose body holds this address, or null. */
  Function containing(String space, long offset) {
    for (MemoryBlock block : program.getMemory().getBlocks()) {
      Address start = block.getStart();
      if (start.getAddressSpace().getName().equals(space)
          && Long.compareUnsigned(offset, start.getOffset()) >= 0
          && Long.compareUnsigned(offset, block.getEnd().getOffset()) <= 0) {
        return program.getFunctionManager().getFunctionContaining(start.getNewAddress(offset));
      }
    }
    return null;
  }

  /** Names of the spaces that functions and memory are in, bytewise. */
  SortedSet<String> spaces() {
    SortedSet<String> names = new TreeSet<>(Addresses.BYTEWISE);
    for (MemoryBlock block : program.getMemory().getBlocks())
      names.add(block.getStart().getAddressSpace().getName());
    for (Function function : all) names.add(function.getEntryPoint().getAddressSpace().getName());
    return names;
  }

  /** The fields by which a function is named, into an object that is open. */
  static void writeReference(JsonWriter json, Function function) throws IOException {
    json.name("name").value(function.getName(false));
    json.name("qualified_name").value(function.getName(true));
    Addresses.write(json.name("entry"), function.getEntryPoint());
  }

  private static boolean isAt(Address entry, String space, long offset) {
    return entry.getOffset() == offset && entry.getAddressSpace().getName().equals(space);
  }
}
