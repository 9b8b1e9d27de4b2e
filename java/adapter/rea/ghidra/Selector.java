package rea.ghidra;

import ghidra.program.model.address.AddressSpace;
import ghidra.program.model.listing.Function;
import java.util.List;
import java.util.Set;

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
    long offset = Addresses.parse(fields.text("offset"));
    fields.end();
    return functions -> {
      AddressSpace known = space(functions, space);
      Function found = functions.at(known, offset);
      if (found == null) throw notAnEntry(functions.containing(known, offset));
      return found;
    };
  }

  /** The space of this name that functions or memory are in. */
  static AddressSpace space(ProgramFunctions functions, String name) throws WorkerError {
    AddressSpace space = functions.spaces().get(name);
    if (space == null) throw unknownSpace(functions.spaces().keySet());
    return space;
  }

  private static WorkerError ambiguous(List<Function> found) {
    return new WorkerError(
        "function_selector_ambiguous",
        "more than one function has this name",
        json -> {
          json.beginObject().name("total").value(found.size()).name("candidates").beginArray();
          for (Function function : found.subList(0, Math.min(found.size(), MOST_CANDIDATES)))
            ProgramFunctions.writeObject(json, function);
          json.endArray().endObject();
        });
  }

  private static WorkerError unknownSpace(Set<String> names) {
    return new WorkerError(
        "address_space_not_found",
        "the program has no functions or memory in an address space of this name",
        json -> {
          json.beginObject().name("total").value(names.size()).name("candidates").beginArray();
          for (String name : names.stream().limit(MOST_CANDIDATES).toList()) json.value(name);
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
          json.beginObject();
          ProgramFunctions.writeObject(json.name("containing_function"), containing);
          json.endObject();
        });
  }
}
