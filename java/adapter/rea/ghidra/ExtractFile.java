package rea.ghidra;

import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * The file of one extractor: a JSON value a line, counted and digested as it is written. Never
 * larger than its limit in bytes; not there when it did not come out whole.
 */
final class ExtractFile {
  /** Bytes of the largest file, 256 MiB. */
  static final long LIMIT = 268_435_456;

  /** What goes into a file. */
  @FunctionalInterface
  interface Content {
    void write(ExtractFile file) throws Exception;
  }

  private final Writer text;
  private long records;

  private ExtractFile(Writer text) {
    this.text = text;
  }

  /** A line of what the records refer to. */
  void tables(Json tables) throws IOException {
    line(tables);
  }

  void record(Json record) throws IOException {
    line(record);
    records++;
  }

  private void line(Json value) throws IOException {
    // A writer is for one document.
    value.write(new JsonWriter(text));
    text.write('\n');
  }

  /**
   * Writes {@code <name>.jsonl} and tells how that came out, without throwing because of the
   * content.
   */
  static Json report(Path directory, String name, long limit, Content content) {
    Path path = directory.resolve(name + ".jsonl");
    try {
      return write(path, name, limit, content);
    } catch (OutOfMemoryError fatal) {
      throw fatal;
    } catch (BoundedOutput.LimitReached reached) {
      delete(path);
      return json ->
          state(json, name, "too_large")
              .name("observed_at_least_bytes")
              .value(reached.observed)
              .endObject();
    } catch (Exception | Error failed) {
      failed.printStackTrace();
      delete(path);
      return json ->
          state(json, name, "failed")
              .name("reason")
              .value(WorkerError.reasonOf(failed))
              .endObject();
    }
  }

  private static Json write(Path path, String name, long limit, Content content) throws Exception {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    try (OutputStream out = Files.newOutputStream(path, StandardOpenOption.CREATE_NEW)) {
      BoundedOutput bounded = new BoundedOutput(new DigestOutputStream(out, digest), limit);
      ExtractFile file = new ExtractFile(bounded.text());
      content.write(file);
      file.text.flush();
      String sha256 = HexFormat.of().formatHex(digest.digest());
      return json ->
          state(json, name, "written")
              .name("records")
              .value(file.records)
              .name("bytes")
              .value(bounded.written())
              .name("sha256")
              .value(sha256)
              .endObject();
    }
  }

  private static JsonWriter state(JsonWriter json, String name, String state) throws IOException {
    return json.beginObject().name("name").value(name).name("state").value(state);
  }

  /** What cannot be deleted is reported as not written all the same. */
  private static void delete(Path path) {
    try {
      Files.deleteIfExists(path);
    } catch (IOException kept) {
      kept.printStackTrace();
    }
  }
}
