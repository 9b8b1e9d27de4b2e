package rea.ghidra;

import com.google.gson.stream.JsonWriter;
import ghidra.program.model.address.Address;
import ghidra.program.model.address.AddressRange;
import ghidra.program.model.address.AddressSpace;
import ghidra.program.model.listing.Function;
import ghidra.program.model.listing.FunctionManager;
import ghidra.program.model.listing.Program;
import ghidra.program.model.mem.MemoryBlock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

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
  private AddressRanges<Integer> entries;
  private AddressRanges<Integer> bodies;

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
  Function at(AddressSpace space, long offset) {
    return get(indexAt(space, offset));
  }

  /** Index of the function whose entry is here, or -1. */
  int indexAt(AddressSpace space, long offset) {
    if (entries == null) entries = entries();
    return entries.holding(space, offset, -1);
  }

  /** The function whose body holds this address, or null. */
  Function containing(AddressSpace space, long offset) {
    return get(indexContaining(space, offset));
  }

  /** Index of the function whose body holds this address, or -1. */
  int indexContaining(AddressSpace space, long offset) {
    if (bodies == null) bodies = bodies();
    return bodies.holding(space, offset, -1);
  }

  private AddressRanges<Integer> entries() {
    AddressRanges<Integer> ranges = new AddressRanges<>();
    for (int index = 0; index < all.size(); index++) {
      Address entry = all.get(index).getEntryPoint();
      add(ranges, entry, entry, index);
    }
    return ranges;
  }

  private AddressRanges<Integer> bodies() {
    AddressRanges<Integer> ranges = new AddressRanges<>();
    for (int index = 0; index < all.size(); index++) {
      for (AddressRange range : all.get(index).getBody())
        add(ranges, range.getMinAddress(), range.getMaxAddress(), index);
    }
    return ranges;
  }

  private static void add(AddressRanges<Integer> ranges, Address start, Address end, int index) {
    ranges.add(start.getAddressSpace(), Addresses.offset(start), Addresses.offset(end), index);
  }

  /** The function of an index, or null for -1. */
  Function get(int index) {
    return index < 0 ? null : all.get(index);
  }

  /** The spaces that functions and memory are in, by their names, bytewise. */
  SortedMap<String, AddressSpace> spaces() {
    SortedMap<String, AddressSpace> spaces = new TreeMap<>(Addresses.BYTEWISE);
    for (MemoryBlock block : program.getMemory().getBlocks()) put(spaces, block.getStart());
    for (Function function : all) put(spaces, function.getEntryPoint());
    return spaces;
  }

  private static void put(SortedMap<String, AddressSpace> spaces, Address address) {
    spaces.put(address.getAddressSpace().getName(), address.getAddressSpace());
  }

  /** The fields by which a function is named, into an object that is open. */
  static void writeReference(JsonWriter json, Function function) throws IOException {
    json.name("name").value(function.getName(false));
    json.name("qualified_name").value(function.getName(true));
    Addresses.write(json.name("entry"), function.getEntryPoint());
  }

  /** An object with these fields, or null. */
  static void writeObject(JsonWriter json, Function function) throws IOException {
    if (function == null) {
      json.nullValue();
      return;
    }
    json.beginObject();
    writeReference(json, function);
    json.endObject();
  }
}
