package rea.ghidra;

import ghidra.program.model.address.Address;
import ghidra.program.model.address.AddressSet;
import ghidra.program.model.listing.Program;
import ghidra.program.model.mem.MemoryBlock;

/** What a program is at large. */
final class Inspect {
  private Inspect() {}

  static Json run(Request request, Answer answer) throws Exception {
    request.body().object("arguments").end();
    Program program = AnalysisSource.open(request, answer);

    AddressSet loaded = loadedMemory(program);
    Address base = loaded.isEmpty() ? null : program.getImageBase();
    Address minimum = loaded.getMinAddress();
    Address maximum = loaded.getMaxAddress();
    long functions = ProgramFunctions.of(program).all().size();
    return json -> {
      json.beginObject();
      Addresses.write(json.name("image_base"), base);
      Addresses.write(json.name("minimum_address"), minimum);
      Addresses.write(json.name("maximum_address"), maximum);
      json.name("function_count").value(functions);
      json.endObject();
    };
  }

  /**
   * What a running program would have in memory; loaders keep headers and comments in spaces beside
   * it.
   */
  private static AddressSet loadedMemory(Program program) {
    AddressSet loaded = new AddressSet();
    for (MemoryBlock block : program.getMemory().getBlocks()) {
      if (block.isLoaded()) loaded.add(block.getStart(), block.getEnd());
    }
    return loaded;
  }
}
