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
      Comparator.comparing((Address address) -> address.getAddressSpace().getName(), BYTEWISE)
          .thenComparing(Address::getOffset, Long::compareUnsigned);

  private Addresses() {}

  /** An object with the exact name of the space and the padded offset, or null. */
  static void write(JsonWriter json, Address address) throws IOException {
    if (address == null) {
      json.nullValue();
      return;
    }
    AddressSpace space = address.getAddressSpace();
    json.beginObject();
    json.name("space").value(space.getName());
    json.name("offset").value(padded(address.getOffset(), space.getSize()));
    json.endObject();
  }

  /** Lower-case hexadecimal digits, as many as the bits of the space need. */
  static String padded(long offset, int bits) {
    String digits = Long.toHexString(offset);
    int width = Math.min(16, (bits + 3) / 4);
    return "0x" + "0".repeat(Math.max(0, width - digits.length())) + digits;
  }
}
