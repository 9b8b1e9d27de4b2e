package rea.ghidra;

import java.io.BufferedWriter;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Passes bytes on until one more would be too many. */
final class BoundedOutput extends FilterOutputStream {
  /** U+FFFD in UTF-8. */
  private static final byte[] REPLACEMENT = {(byte) 0xef, (byte) 0xbf, (byte) 0xbd};

  private final long limit;
  private long written;

  BoundedOutput(OutputStream out, long limit) {
    super(out);
    this.limit = limit;
  }

  /** Writes UTF-8, to be flushed at the end; half of a surrogate pair alone becomes U+FFFD. */
  Writer text() {
    return new BufferedWriter(
        new OutputStreamWriter(
            this,
            StandardCharsets.UTF_8
                .newEncoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .replaceWith(REPLACEMENT)));
  }

  /** Bytes that were passed on. */
  long written() {
    return written;
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

  /** One more byte would have been too many. */
  static final class LimitReached extends IOException {
    private static final long serialVersionUID = 1;

    /** Bytes that there would be at least. */
    final long observed;

    LimitReached(long observed) {
      this.observed = observed;
    }
  }
}
