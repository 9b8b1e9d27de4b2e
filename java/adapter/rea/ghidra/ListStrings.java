package rea.ghidra;

import com.google.gson.stream.JsonWriter;
import ghidra.program.model.address.AddressSpace;
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

  /** Data that is a string, and the references to its bytes. */
  private static final class Place {
    final Data data;
    final AddressSpace space;
    final long start;
    final long end;
    final List<ProgramReference> references = new ArrayList<>(1);
    int total;

    Place(Data data) {
      this.data = data;
      this.space = data.getAddress().getAddressSpace();
      this.start = Addresses.offset(data.getAddress());
      this.end = Addresses.offset(data.getMaxAddress());
    }

    void add(ProgramReference reference) {
      if (total++ < MOST_REFERENCES) references.add(reference);
    }
  }

  private ListStrings() {}

  static void write(ExtractedProgram program, ExtractFile file) throws IOException {
    List<Place> places = new ArrayList<>();
    for (Data data : DefinedDataIterator.byDataType(program.program(), ListStrings::isText)) {
      if (StringDataInstance.isString(data)) places.add(new Place(data));
    }
    places.sort(Comparator.comparing(place -> place.data.getAddress(), Addresses.ORDER));
    // They come in the order in which a string lists them.
    for (ProgramReference reference : program.references().all()) {
      Place place = holding(places, reference.toSpace(), reference.to());
      if (place != null) place.add(reference);
    }
    for (Place place : places) file.record(json -> item(json, place, program.functions()));
  }

  /** Types of strings, also inside of other types. */
  private static boolean isText(DataType type) {
    return type instanceof AbstractStringDataType
        || (type instanceof Array array
            && ArrayStringable.getArrayStringable(array.getDataType()) != null);
  }

  /** Strings do not overlap. */
  private static Place holding(List<Place> places, AddressSpace space, long offset) {
    int low = 0;
    int high = places.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      Place place = places.get(middle);
      if (Addresses.compare(place.space, place.start, space, offset) <= 0) low = middle + 1;
      else high = middle;
    }
    if (low == 0) return null;
    Place before = places.get(low - 1);
    boolean holds = before.space == space && Long.compareUnsigned(offset, before.end) <= 0;
    return holds ? before : null;
  }

  private static void item(JsonWriter json, Place place, ProgramFunctions functions)
      throws IOException {
    StringValue value = StringValue.of(place.data);
    json.beginObject();
    Addresses.write(json.name("address"), place.space, place.start);
    json.name("byte_length").value(place.data.getLength());
    json.name("encoding").value(value.encoding());
    json.name("value").beginObject();
    json.name("text").value(value.text());
    json.name("base64").value(value.base64());
    json.endObject();
    json.name("references").beginObject();
    json.name("items").beginArray();
    for (ProgramReference reference : place.references) reference(json, reference, functions);
    json.endArray();
    json.name("total").value(place.total).endObject();
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
