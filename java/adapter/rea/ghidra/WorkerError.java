package rea.ghidra;

import com.google.gson.stream.JsonWriter;
import java.io.IOException;

/** What the adapter could not do: a code of the protocol, words, and the details of that code. */
final class WorkerError extends Exception {
  private static final long serialVersionUID = 1;

  /** Most characters of what Ghidra says that a message or a reason repeats. */
  private static final int LONGEST_REASON = 2000;

  private final String code;
  private final transient Json details;

  WorkerError(String code, String message, Json details) {
    super(message);
    this.code = code;
    this.details = details;
  }

  /** An error whose one detail is the reason. */
  static WorkerError because(String code, String message, String reason) {
    String bounded = bounded(reason);
    return new WorkerError(
        code,
        message + ": " + bounded,
        json -> json.beginObject().name("reason").value(bounded).endObject());
  }

  /** An error whose reason is what was thrown; its trace goes to the diagnostics. */
  static WorkerError because(String code, String message, Throwable cause) {
    cause.printStackTrace();
    return because(code, message, reasonOf(cause));
  }

  void write(JsonWriter json) throws IOException {
    json.beginObject();
    json.name("code").value(code).name("message").value(getMessage()).name("details");
    details.write(json);
    json.endObject();
  }

  /** What was thrown says, or is; bounded. */
  static String reasonOf(Throwable cause) {
    String words = cause.getMessage();
    return bounded(words == null || words.isBlank() ? cause.getClass().getSimpleName() : words);
  }

  private static String bounded(String reason) {
    return reason.length() <= LONGEST_REASON
        ? reason
        : reason.substring(0, LONGEST_REASON) + " [cut]";
  }
}
