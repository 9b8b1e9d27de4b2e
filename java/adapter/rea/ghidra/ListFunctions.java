package rea.ghidra;

import com.google.gson.stream.JsonWriter;
import ghidra.program.model.listing.Function;
import java.io.IOException;
import java.util.List;

/** A page of the functions of a program, or all of them. */
final class ListFunctions {
  private ListFunctions() {}

  static Json run(Request request, Answer answer) throws Exception {
    Fields arguments = request.body().object("arguments");
    int offset = arguments.number("offset", 0);
    int limit = arguments.isNull("limit") ? Integer.MAX_VALUE : arguments.number("limit", 1);
    arguments.end();

    List<Function> all = ProgramFunctions.of(AnalysisSource.open(request, answer)).all();
    int from = Math.min(offset, all.size());
    int to = (int) Math.min((long) from + limit, all.size());
    return json -> {
      json.beginObject();
      json.name("total").value(all.size());
      json.name("items").beginArray();
      for (Function function : all.subList(from, to)) item(json, function);
      json.endArray();
      json.endObject();
    };
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
