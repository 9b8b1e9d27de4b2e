package rea.ghidra;

import ghidra.program.model.listing.Function;
import java.util.List;

/** How a request names one function: by its exact name, or by the address at which it begins. */
interface Selector {
  /** Most candidates that an error lists; its total counts them all. */
  int MOST_CANDIDATES = 100;

  Function choose(ProgramFunctions functions) throws WorkerError;

  static Selector of(Fields fields) throws ProtocolViolation {
    String kind = fields.text("kind");
    Selector selector =
        switch (kind) {
          case "name" -> named(fields.text("value"));
          case "address" -> address(fields.object("value"));
          default -> throw new ProtocolViolation("unknown kind of selector " + kind);
        };
    fields.end();
    return selector;
  }

  private static Selector named(String name) {
    return functions -> {
      List<Function> found = functions.named(name);
      if (found.isEmpty()) {
        throw new WorkerError(
            "function_not_found",
            "no function has this name",
            json -> json.beginObject().endObject());
      }
      if (found.size() > 1) throw ambiguous(found);
      return found.get(0);
    };
  }

  private static Selector address(Fields fields) throws ProtocolViolation {
    String space = fields.text("space");
    long offset = offset(fields.text("offset"));
    fields.end();
    return functions -> {
      if (!functions.spaces().contains(space)) throw unknownSpace(functions);
      Function found = functions.at(space, offset);
      if (found == null) throw notAnEntry(functions.containing(space, offset));
      return found;
    };
  }

  private static long offset(String text) throws ProtocolViolation {
    if (!text.matches("0x[0-9a-f]{1,16}"))
      throw new ProtocolViolation("the offset of the selector is malformed");
    return Long.parseUnsignedLong(text.substring(2), 16);
  }

  private static WorkerError ambiguous(List<Function> found) {
    return new WorkerError(
        "function_selector_ambiguous",
        "more than one function has this name",
        json -> {
          json.beginObject().name("total").value(found.size()).name("candidates").beginArray();
          for (Function function : found.subList(0, Math.min(found.size(), MOST_CANDIDATES))) {
            json.beginObject();
            ProgramFunctions.writeReference(json, function);
            json.endObject();
          }
          json.endArray().endObject();
        });
  }

  private static WorkerError unknownSpace(ProgramFunctions functions) {
    return new WorkerError(
        "address_space_not_found",
        "the program has no functions or memory in an address space of this name",
        json -> {
          json.beginObject()
              .name("total")
              .value(functions.spaces().size())
              .name("candidates")
              .beginArray();
          for (String name : functions.spaces().stream().limit(MOST_CANDIDATES).toList())
            json.value(name);
          json.endArray().endObject();
        });
  }

  private static WorkerError notAnEntry(Function containing) {
    return new WorkerError(
        "function_entry_required",
        containing == null
            ? "no function begins at this address"
            : "the address lies inside a function",
        json -> {
          json.beginObject().name("containing_function");
          if (containing == null) {
            json.nullValue();
          } else {
            json.beginObject();
            ProgramFunctions.writeReference(json, containing);
            json.endObject();
          }
          json.endObject();
        });
  }
}
