package rea.ghidra;

import com.google.gson.stream.JsonWriter;
import ghidra.program.model.data.AbstractStringDataType;
import ghidra.program.model.data.Array;
import ghidra.program.model.data.ArrayStringable;
import ghidra.program.model.data.DataType;
import ghidra.program.model.data.StringDataInstance;
import ghidra.program.model.listing.Data;
import ghidra.program.util.DefinedDataIterator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The strings that Ghidra has defined in a program, a record each. */
final class ListStrings {
  /** References that a string lists; its total counts them all. */
  private static final int MOST_REFERENCES = 16;

  /** A string, and the references to its bytes. */
  private static final class Found {
    final Data data;
    final List<ProgramReference> references = new ArrayList<>(1);
    int total;

    Found(Data data) {
      this.data = data;
    }

    void add(ProgramReference reference) {
      if (total++ < MOST_REFERENCES) references.add(reference);
    }
  }

  private ListStrings() {}

  static void write(ExtractedProgram program, ExtractFile file) throws IOException {
    List<Found> strings = new ArrayList<>();
    AddressRanges<Found> places = new AddressRanges<>();
    for (Data data : DefinedDataIterator.byDataType(program.program(), ListStrings::isText)) {
      if (!StringDataInstance.isString(data)) continue;
      Found found = new Found(data);
      strings.add(found);
      places.add(
          data.getAddress().getAddressSpace(),
          Addresses.offset(data.getAddress()),
          Addresses.offset(data.getMaxAddress()),
          found);
    }
    // They come in the order in which a string lists them.
    for (ProgramReference reference : program.references().all()) {
      Found found = places.holding(reference.toSpace(), reference.to(), null);
      if (found != null) found.add(reference);
    }
    strings.sort(Comparator.comparing(found -> found.data.getAddress(), Addresses.ORDER));
    for (Found found : strings) file.record(json -> item(json, found, program.functions()));
  }

  /** Types of strings, also inside of other types. */
  private static boolean isText(DataType type) {
    return type instanceof AbstractStringDataType
        || (type instanceof Array array
            && ArrayStringable.getArrayStringable(array.getDataType()) != null);
  }

  private static void item(JsonWriter json, Found found, ProgramFunctions functions)
      throws IOException {
    StringValue value = StringValue.of(found.data);
    json.beginObject();
    Addresses.write(json.name("address"), found.data.getAddress());
    json.name("byte_length").value(found.data.getLength());
    json.name("encoding").value(value.encoding());
    json.name("value").beginObject();
    json.name("text").value(value.text());
    json.name("base64").value(value.base64());
    json.endObject();
    json.name("references").beginObject();
    json.name("items").beginArray();
    for (ProgramReference reference : found.references) reference(json, reference, functions);
    json.endArray();
    json.name("total").value(found.total).endObject();
    json.endObject();
  }

  private static void reference(
      JsonWriter json, ProgramReference reference, ProgramFunctions functions) throws IOException {
    json.beginObject();
    Addresses.write(json.name("from"), reference.fromSpace(), reference.from());
    Addresses.write(json.name("to"), reference.toSpace(), reference.to());
    json.name("type").value(reference.type().getName());
    json.name("operand_index").value(reference.operand());
    ProgramFunctions.writeObject(json.name("function"), functions.get(reference.function()));
    json.endObject();
  }
}
