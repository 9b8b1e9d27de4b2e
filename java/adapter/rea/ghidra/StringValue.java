package rea.ghidra;

import ghidra.program.model.data.StringDataInstance;
import ghidra.program.model.listing.Data;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Base64;

/**
 * What a defined string says.
 *
 * @param encoding name that Ghidra gives the character set
 * @param text without terminator; empty when Ghidra cannot read it
 * @param base64 the bytes of the data when they do not all decode, else null
 */
record StringValue(String encoding, String text, String base64) {
  private static final char REPLACEMENT = '\ufffd';

  /** Bytes of the longest mark before the characters: of byte order, or of a length. */
  private static final int LONGEST_MARK = 4;

  static StringValue of(Data data) {
    StringDataInstance instance =
        StringDataInstance.getStringDataInstance(
            data.getBaseDataType(), data, data, data.getLength());
    byte[] bytes = bytes(data);
    String text = bytes.length == data.getLength() ? instance.getStringValue() : null;
    boolean whole = text != null && isWhole(text, instance.getCharsetName(), bytes);
    return new StringValue(
        instance.getCharsetName(),
        text == null ? "" : text,
        whole ? null : Base64.getEncoder().encodeToString(bytes));
  }

  /** Those that are in memory. */
  private static byte[] bytes(Data data) {
    byte[] bytes = new byte[data.getLength()];
    return Arrays.copyOf(bytes, data.getBytes(bytes, 0));
  }

  /** Whether all of the bytes are characters: what stands for none in the text stood in them. */
  private static boolean isWhole(String text, String encoding, byte[] bytes) {
    if (text.codePoints().anyMatch(StringValue::isHalfOfPair)) return false;
    return text.indexOf(REPLACEMENT) < 0
        || isWritten(text, encoding, bytes)
        || isWritten(text, encoding + "LE", bytes)
        || isWritten(text, encoding + "BE", bytes);
  }

  private static boolean isHalfOfPair(int character) {
    return character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE;
  }

  private static boolean isWritten(String text, String encoding, byte[] bytes) {
    if (!Charset.isSupported(encoding)) return false;
    byte[] written = text.getBytes(Charset.forName(encoding));
    for (int start = 0; start <= LONGEST_MARK && start + written.length <= bytes.length; start++) {
      if (Arrays.equals(bytes, start, start + written.length, written, 0, written.length))
        return true;
    }
    return false;
  }
}
