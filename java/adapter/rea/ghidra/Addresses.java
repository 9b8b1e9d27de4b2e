package rea.ghidra;

import com.google.gson.stream.JsonWriter;
import ghidra.program.model.address.Address;
import ghidra.program.model.address.AddressSpace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;

/** Addresses as the protocol writes and orders them. */
final class Addresses {
  /**
   * Texts by their UTF-8 bytes, which differs from the order of Java's characters beyond U+D7FF.
   */
  static final Comparator<String> BYTEWISE =
      (left, right) ->
          Arrays.compareUnsigned(
              left.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8));

  /** By the name of the space, then by the offset as an unsigned number. */
  static final Comparator<Address> ORDER =
      (left, right) ->
          compare(left.getAddressSpace(), offset(left), right.getAddressSpace(), offset(right));

  private Addresses() {}

  /** In the same order. */
  static int compare(AddressSpace left, long leftOffset, AddressSpace right, long rightOffset) {
    int spaces = left == right ? 0 : BYTEWISE.compare(left.getName(), right.getName());
    return spaces != 0 ? spaces : Long.compareUnsigned(leftOffset, rightOffset);
  }

  /** As an unsigned number of the width of its space; Ghidra counts some spaces from below zero. */
  static long offset(Address address) {
    int bits = address.getAddressSpace().getSize();
    return bits >= Long.SIZE ? address.getOffset() : address.getOffset() & ((1L << bits) - 1);
  }

  /** The offset that a request names. */
  static long parse(String offset) throws ProtocolViolation {
    if (!offset.matches("0x[0-9a-f]{1,16}"))
      throw new ProtocolViolation("the offset of an address is malformed");
    return Long.parseUnsignedLong(offset.substring(2), 16);
  }

  /** An object with the exact name of the space and the padded offset, or null. */
  static void write(JsonWriter json, Address address) throws IOException {
    if (address == null) {
      json.nullValue();
      return;
    }
    write(json, address.getAddressSpace(), offset(address));
  }

  static void write(JsonWriter json, AddressSpace space, long offset) throws IOException {
    json.beginObject();
    json.name("space").value(space.getName());
    json.name("offset").value(padded(offset, space.getSize()));
    json.endObject();
  }

  /** A table of spaces, to which rows of unpadded offsets refer. */
  static void write(JsonWriter json, IndexTable<AddressSpace> spaces) throws IOException {
    json.beginArray();
    for (AddressSpace space : spaces.values()) {
      json.beginObject();
      json.name("name").value(space.getName());
      json.name("digits").value(digits(space.getSize()));
      json.endObject();
    }
    json.endArray();
  }

  /** Lower-case hexadecimal digits, as many as the bits of the space need. */
  static String padded(long offset, int bits) {
    String digits = Long.toHexString(offset);
    int width = digits(bits);
    return "0x" + "0".repeat(Math.max(0, width - digits.length())) + digits;
  }

  /** How many hexadecimal digits the offsets of a space of so many bits have. */
  static int digits(int bits) {
    return Math.min(16, Math.max(1, (bits + 3) / 4));
  }
}
