package rea.ghidra;

import com.google.gson.stream.JsonWriter;
import ghidra.program.model.address.AddressSpace;
import java.io.IOException;
import java.util.List;

/** The calls of a program: tables of spaces and flow types, then a row for each edge. */
final class ListCalls {
  private ListCalls() {}

  static void write(ExtractedProgram program, ExtractFile file) throws IOException {
    List<CallEdge> edges = CallEdges.of(program);
    IndexTable<AddressSpace> spaces = new IndexTable<>();
    IndexTable<String> flows = new IndexTable<>();
    for (CallEdge edge : edges) {
      spaces.indexOf(edge.space());
      flows.indexOf(edge.flow());
      if (edge.targetSpace() != null) spaces.indexOf(edge.targetSpace());
    }
    file.tables(
        json -> {
          json.beginObject();
          Addresses.write(json.name("spaces"), spaces);
          json.name("flows").beginArray();
          for (String flow : flows.values()) json.value(flow);
          json.endArray().endObject();
        });
    for (CallEdge edge : edges) file.record(json -> row(json, edge, spaces, flows));
  }

  private static void row(
      JsonWriter json, CallEdge edge, IndexTable<AddressSpace> spaces, IndexTable<String> flows)
      throws IOException {
    boolean unresolved = edge.isUnresolved();
    AddressSpace target = edge.targetSpace();
    json.beginArray()
        .value(edge.caller())
        .value(spaces.indexOf(edge.space()))
        .value(Long.toHexString(edge.offset()))
        .value(flows.indexOf(edge.flow()))
        .value(edge.callee())
        .value(unresolved ? edge.reason() : -1)
        .value(unresolved && target != null ? spaces.indexOf(target) : -1)
        .value(unresolved && target != null ? Long.toHexString(edge.target()) : "")
        .endArray();
  }
}
