package rea.ghidra;

import com.google.gson.stream.JsonWriter;
import ghidra.program.model.listing.Function;
import java.io.IOException;

/** The functions of a program, a record each. */
final class ListFunctions {
  private ListFunctions() {}

  static void write(ExtractedProgram program, ExtractFile file) throws IOException {
    for (Function function : program.functions().all()) file.record(json -> item(json, function));
  }

  private static void item(JsonWriter json, Function function) throws IOException {
    boolean external = function.isExternal();
    Function target = function.isThunk() ? function.getThunkedFunction(true) : null;
    json.beginObject();
    ProgramFunctions.writeReference(json, function);
    json.name("body_address_count").value(function.getBody().getNumAddresses());
    json.name("location").value(external ? "external" : "memory");
    json.name("is_external").value(external);
    json.name("is_thunk").value(function.isThunk());
    Addresses.write(
        json.name("thunk_target_entry"), target == null ? null : target.getEntryPoint());
    json.name("decompilable").value(!external);
    json.endObject();
  }
}
