package rea.ghidra;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The fields of one object of a request. Each is asked for once; what nobody asked for is a
 * violation.
 */
final class Fields {
  private final JsonObject object;
  private final String place;
  private final Set<String> asked = new HashSet<>();

  Fields(JsonElement element, String place) throws ProtocolViolation {
    if (!element.isJsonObject()) throw new ProtocolViolation(place + " is not an object");
    this.object = element.getAsJsonObject();
    this.place = place;
  }

  String text(String name) throws ProtocolViolation {
    JsonPrimitive value = primitive(name);
    if (!value.isString()) throw wrong(name, "a string");
    return value.getAsString();
  }

  /** A whole number of at least {@code least} that an int holds, written without a fraction. */
  int number(String name, int least) throws ProtocolViolation {
    long number = size(name);
    if (number >= least && number <= Integer.MAX_VALUE) return (int) number;
    throw wrong(name, "a whole number from " + least);
  }

  /** A number of bytes. */
  long size(String name) throws ProtocolViolation {
    JsonPrimitive value = primitive(name);
    if (!value.isNumber()) throw wrong(name, "a number");
    try {
      long number = new BigDecimal(value.getAsString()).longValueExact();
      if (number >= 0) return number;
    } catch (ArithmeticException | NumberFormatException notWhole) {
      // Said below.
    }
    throw wrong(name, "a whole number from 0");
  }

  boolean truth(String name) throws ProtocolViolation {
    JsonPrimitive value = primitive(name);
    if (!value.isBoolean()) throw wrong(name, "true or false");
    return value.getAsBoolean();
  }

  Fields object(String name) throws ProtocolViolation {
    return new Fields(value(name), place + "." + name);
  }

  List<String> texts(String name) throws ProtocolViolation {
    if (!value(name).isJsonArray()) throw wrong(name, "an array");
    List<String> texts = new ArrayList<>();
    for (JsonElement element : value(name).getAsJsonArray()) {
      if (!(element instanceof JsonPrimitive primitive) || !primitive.isString())
        throw wrong(name, "an array of strings");
      texts.add(primitive.getAsString());
    }
    return texts;
  }

  /** Called when every field was asked for that may be there. */
  void end() throws ProtocolViolation {
    for (String name : object.keySet()) {
      if (!asked.contains(name))
        throw new ProtocolViolation(place + " has the unknown field " + name);
    }
  }

  private JsonPrimitive primitive(String name) throws ProtocolViolation {
    if (value(name) instanceof JsonPrimitive primitive) return primitive;
    throw wrong(name, "a plain value");
  }

  private JsonElement value(String name) throws ProtocolViolation {
    asked.add(name);
    JsonElement value = object.get(name);
    if (value == null) throw new ProtocolViolation(place + " lacks the field " + name);
    return value;
  }

  private ProtocolViolation wrong(String name, String expected) {
    return new ProtocolViolation(place + "." + name + " is not " + expected);
  }
}
