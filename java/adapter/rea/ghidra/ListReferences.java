package rea.ghidra;

import com.google.gson.stream.JsonWriter;
import ghidra.program.model.address.AddressSpace;
import java.io.IOException;
import java.util.List;

/** The references of a program: tables of spaces and types, then a row each. */
final class ListReferences {
  private ListReferences() {}

  static void write(ExtractedProgram program, ExtractFile file) throws IOException {
    List<ProgramReference> all = program.references().all();
    IndexTable<AddressSpace> spaces = new IndexTable<>();
    IndexTable<String> types = new IndexTable<>();
    for (ProgramReference reference : all) {
      spaces.indexOf(reference.fromSpace());
      spaces.indexOf(reference.toSpace());
      types.indexOf(reference.type().getName());
    }
    file.tables(
        json -> {
          json.beginObject();
          Addresses.write(json.name("spaces"), spaces);
          json.name("types").beginArray();
          for (String type : types.values()) json.value(type);
          json.endArray().endObject();
        });
    for (ProgramReference reference : all) {
      file.record(json -> row(json, reference, spaces, types));
    }
  }

  private static void row(
      JsonWriter json,
      ProgramReference reference,
      IndexTable<AddressSpace> spaces,
      IndexTable<String> types)
      throws IOException {
    json.beginArray()
        .value(spaces.indexOf(reference.fromSpace()))
        .value(Long.toHexString(reference.from()))
        .value(spaces.indexOf(reference.toSpace()))
        .value(Long.toHexString(reference.to()))
        .value(types.indexOf(reference.type().getName()))
        .value(reference.operand())
        .value(reference.function())
        .endArray();
  }
}
