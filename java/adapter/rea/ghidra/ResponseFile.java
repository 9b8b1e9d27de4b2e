package rea.ghidra;

import com.google.gson.stream.JsonWriter;
import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
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
    } catch (LimitReached reached) {
      throw new TooLarge(limit, reached.observed);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  private void writeDraft(Json document) throws IOException {
    try (FileChannel channel =
        FileChannel.open(draft, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW)) {
      OutputStream bounded =
          new Bounded(new BufferedOutputStream(Channels.newOutputStream(channel)), limit);
      Writer text = new OutputStreamWriter(bounded, StandardCharsets.UTF_8);
      JsonWriter json = new JsonWriter(text);
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

  private static final class LimitReached extends IOException {
    private static final long serialVersionUID = 1;

    private final long observed;

    LimitReached(long observed) {
      this.observed = observed;
    }
  }

  /** Passes bytes on until one more would be too many. */
  private static final class Bounded extends FilterOutputStream {
    private final long limit;
    private long written;

    Bounded(OutputStream out, long limit) {
      super(out);
      this.limit = limit;
    }

    @Override
    public void write(int value) throws IOException {
      count(1);
      out.write(value);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      count(length);
      out.write(bytes, offset, length);
    }

    private void count(int length) throws IOException {
      if (written + length > limit) throw new LimitReached(written + length);
      written += length;
    }
  }
}
