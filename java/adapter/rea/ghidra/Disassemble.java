package rea.ghidra;

import com.google.gson.stream.JsonWriter;
import ghidra.program.model.address.Address;
import ghidra.program.model.address.AddressSet;
import ghidra.program.model.address.AddressSetView;
import ghidra.program.model.address.AddressSpace;
import ghidra.program.model.listing.Function;
import ghidra.program.model.listing.Instruction;
import ghidra.program.model.listing.Program;
import ghidra.program.model.mem.MemoryAccessException;
import ghidra.program.model.symbol.Reference;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;

/** The instructions of one function, or of a range of addresses. */
final class Disassemble {
  /** References that an instruction lists; its total counts them all. */
  private static final int MOST_REFERENCES = 16;

  private static final Comparator<Reference> BY_DESTINATION =
      Comparator.comparing(Reference::getToAddress, Addresses.ORDER)
          .thenComparing(Reference::getOperandIndex);

  /**
   * What is to be disassembled.
   *
   * @param function null for a range
   */
  private record Part(Function function, AddressSetView addresses) {}

  @FunctionalInterface
  private interface Choice {
    Part choose(ProgramFunctions functions) throws WorkerError;
  }

  private Disassemble() {}

  static Json run(Request request, Answer answer) throws Exception {
    Fields arguments = request.body().object("arguments");
    String what = arguments.text("what");
    Choice choice =
        switch (what) {
          case "function" -> function(Selector.of(arguments.object("selector")));
          case "range" -> range(arguments.object("range"));
          default -> throw new ProtocolViolation("unknown part of a program " + what);
        };
    arguments.end();

    Program program = AnalysisSource.open(request, answer);
    Part part = choice.choose(ProgramFunctions.of(program));
    return json -> {
      json.beginObject();
      ProgramFunctions.writeObject(json.name("function"), part.function());
      json.name("items").beginArray();
      for (Instruction instruction : program.getListing().getInstructions(part.addresses(), true))
        item(json, instruction);
      json.endArray().endObject();
    };
  }

  private static Choice function(Selector selector) {
    return functions -> {
      Function function = selector.choose(functions);
      if (function.isExternal()) throw withoutBody(function);
      return new Part(function, function.getBody());
    };
  }

  private static Choice range(Fields fields) throws ProtocolViolation {
    String name = fields.text("space");
    long start = Addresses.parse(fields.text("start"));
    long end = Addresses.parse(fields.text("end"));
    fields.end();
    return functions -> new Part(null, within(Selector.space(functions, name), start, end));
  }

  /** The addresses of the range that the space has. */
  private static AddressSetView within(AddressSpace space, long start, long end) {
    long last = Addresses.offset(space.getMaxAddress());
    if (Long.compareUnsigned(end, last) < 0) last = end;
    if (Long.compareUnsigned(start, last) > 0) return new AddressSet();
    return new AddressSet(
        space.getAddressInThisSpaceOnly(start), space.getAddressInThisSpaceOnly(last));
  }

  private static WorkerError withoutBody(Function function) {
    return new WorkerError(
        "function_without_body",
        "the function is external: it has no instructions in this program",
        json -> {
          json.beginObject();
          ProgramFunctions.writeObject(json.name("function"), function);
          json.endObject();
        });
  }

  private static void item(JsonWriter json, Instruction instruction) throws IOException {
    json.beginObject();
    Addresses.write(json.name("address"), instruction.getAddress());
    json.name("bytes").value(HexFormat.of().formatHex(bytes(instruction)));
    json.name("mnemonic").value(instruction.getMnemonicString());
    json.name("operands").beginArray();
    for (int operand = 0; operand < instruction.getNumOperands(); operand++)
      json.value(instruction.getDefaultOperandRepresentation(operand));
    json.endArray();
    flow(json, instruction);
    references(json, instruction.getReferencesFrom());
    json.endObject();
  }

  /** Memory below an instruction is there; Ghidra would not have decoded it. */
  private static byte[] bytes(Instruction instruction) throws IOException {
    try {
      return instruction.getBytes();
    } catch (MemoryAccessException unreadable) {
      throw new IOException(unreadable);
    }
  }

  private static void flow(JsonWriter json, Instruction instruction) throws IOException {
    json.name("flow").beginObject();
    json.name("type").value(instruction.getFlowType().getName());
    Addresses.write(json.name("fall_through"), instruction.getFallThrough());
    json.name("targets").beginArray();
    for (Address target : targets(instruction)) Addresses.write(json, target);
    json.endArray().endObject();
  }

  private static List<Address> targets(Instruction instruction) {
    return Arrays.stream(instruction.getFlows()).distinct().sorted(Addresses.ORDER).toList();
  }

  private static void references(JsonWriter json, Reference[] references) throws IOException {
    Arrays.sort(references, BY_DESTINATION);
    json.name("references").beginObject();
    json.name("items").beginArray();
    for (Reference reference :
        Arrays.asList(references).subList(0, Math.min(references.length, MOST_REFERENCES))) {
      json.beginObject();
      Addresses.write(json.name("to"), reference.getToAddress());
      json.name("type").value(reference.getReferenceType().getName());
      json.name("operand_index").value(reference.getOperandIndex());
      json.endObject();
    }
    json.endArray();
    json.name("total").value(references.length).endObject();
  }
}
