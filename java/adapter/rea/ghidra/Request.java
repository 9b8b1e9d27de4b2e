package rea.ghidra;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonParseException;
import com.google.gson.stream.JsonReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What the harness asks: the head that every request has, and the fields of the operation that are
 * still to be read.
 *
 * @param invocationId 32 lower-case hexadecimal digits, echoed by the response
 * @param operation name in the dispatch table
 * @param installation where Ghidra is
 * @param directory the private directory of this invocation
 * @param body everything beside the head
 */
record Request(
    String invocationId, String operation, Installation installation, Path directory, Fields body) {
  static final int PROTOCOL_VERSION = 1;

  /** Bytes of the largest request, 1 MiB. */
  private static final int LIMIT = 1_048_576;

  /** Reads at most the limit and one byte more, and parses only what is within it. */
  static Request read(Path file) throws IOException, ProtocolViolation {
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file)) {
      bytes = in.readNBytes(LIMIT + 1);
    }
    if (bytes.length > LIMIT)
      throw new ProtocolViolation("the request is larger than " + LIMIT + " bytes");
    Fields fields = new Fields(parse(decode(bytes)), "request");
    if (fields.number("protocol_version", 0) != PROTOCOL_VERSION) {
      throw new ProtocolViolation("the request is not of protocol version " + PROTOCOL_VERSION);
    }
    String invocationId = fields.text("invocation_id");
    if (!invocationId.matches("[0-9a-f]{32}"))
      throw new ProtocolViolation("the invocation id is malformed");
    String operation = fields.text("operation");
    if (!Operations.names().contains(operation))
      throw new ProtocolViolation("unknown operation " + operation);
    return new Request(
        invocationId,
        operation,
        Installation.of(fields.object("ghidra")),
        file.toAbsolutePath().getParent(),
        fields);
  }

  private static String decode(byte[] bytes) throws ProtocolViolation {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException malformed) {
      throw new ProtocolViolation("the request is not UTF-8");
    }
  }

  private static JsonElement parse(String text) throws IOException, ProtocolViolation {
    // A reader of its own is strict; the parser of the library would be lenient.
    JsonReader reader = new JsonReader(new StringReader(text));
    try {
      JsonElement document = new Gson().getAdapter(JsonElement.class).read(reader);
      // Refuses whatever follows the document.
      reader.peek();
      return document;
    } catch (JsonParseException | IOException | IllegalStateException malformed) {
      throw new ProtocolViolation("the request is not JSON: " + malformed.getMessage());
    }
  }
}
