package rea.ghidra;

import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * The response: complete under its final name, or not there. Never larger than its limit in bytes.
 */
final class ResponseFile {
  /** Bytes of the largest response, 256 MiB. */
  static final long LIMIT = 268_435_456;

  private final Path path;
  private final Path draft;
  private final long limit;

  ResponseFile(Path path, long limit) {
    this.path = path;
    this.draft = path.resolveSibling(path.getFileName() + ".tmp");
    this.limit = limit;
  }

  /** Writes, flushes to the disk and renames; leaves nothing behind when it throws. */
  void write(Json document) throws IOException, TooLarge {
    try {
      writeDraft(document);
      Files.move(draft, path, StandardCopyOption.ATOMIC_MOVE);
    } catch (BoundedOutput.LimitReached reached) {
      throw new TooLarge(limit, reached.observed);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  private void writeDraft(Json document) throws IOException {
    try (FileChannel channel =
        FileChannel.open(draft, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW)) {
      JsonWriter json =
          new JsonWriter(new BoundedOutput(Channels.newOutputStream(channel), limit).text());
      json.setHtmlSafe(false);
      document.write(json);
      json.flush();
      channel.force(true);
    }
  }

  /** The result does not fit into a response. */
  static final class TooLarge extends Exception {
    private static final long serialVersionUID = 1;

    private final long limit;
    private final long observed;

    TooLarge(long limit, long observed) {
      super("the result is larger than " + limit + " bytes");
      this.limit = limit;
      this.observed = observed;
    }

    WorkerError error(String operation) {
      return new WorkerError(
          "result_too_large",
          getMessage(),
          json ->
              json.beginObject()
                  .name("limit_bytes")
                  .value(limit)
                  .name("observed_at_least_bytes")
                  .value(observed)
                  .name("operation")
                  .value(operation)
                  .endObject());
    }
  }
}
