package rea.ghidra;

import ghidra.program.model.address.Address;
import ghidra.program.model.address.AddressSet;
import ghidra.program.model.listing.Program;
import ghidra.program.model.mem.MemoryBlock;
import java.io.IOException;

/** What a program is at large. */
final class Inspect {
  private Inspect() {}

  static void write(ExtractedProgram extracted, ExtractFile file) throws IOException {
    Program program = extracted.program();
    AddressSet loaded = loadedMemory(program);
    Address base = loaded.isEmpty() ? null : program.getImageBase();
    file.record(
        json -> {
          json.beginObject();
          Addresses.write(json.name("image_base"), base);
          Addresses.write(json.name("minimum_address"), loaded.getMinAddress());
          Addresses.write(json.name("maximum_address"), loaded.getMaxAddress());
          json.name("function_count").value(extracted.functions().all().size());
          json.name("address_spaces").beginArray();
          for (String name : extracted.functions().spaces().keySet()) json.value(name);
          json.endArray();
          json.endObject();
        });
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
