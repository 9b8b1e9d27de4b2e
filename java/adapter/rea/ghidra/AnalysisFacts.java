package rea.ghidra;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.stream.JsonWriter;
import ghidra.framework.options.Options;
import ghidra.program.model.listing.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * What an Analysis was made with. It is kept in the program itself, because Ghidra forgets the
 * options of a loader.
 */
final class AnalysisFacts implements Json {
  private static final Gson GSON =
      new GsonBuilder().serializeNulls().disableHtmlEscaping().create();
  private static final String KEPT_UNDER = "rea";
  private static final String KEPT_AS = "analysis facts";
  private static final String MESSAGES = "loader_messages";

  private final Program program;
  private final JsonObject document;

  private AnalysisFacts(Program program, JsonObject document) {
    this.program = program;
    this.document = document;
  }

  static AnalysisFacts of(SampleImport imported, JsonArray analyzerOptions) {
    Program program = imported.program();
    JsonObject target = new JsonObject();
    target.addProperty("loader", imported.loader());
    target.addProperty("processor_language", program.getLanguageID().getIdAsString());
    target.addProperty(
        "compiler_specification", program.getCompilerSpec().getCompilerSpecID().getIdAsString());
    target.addProperty("format", program.getExecutableFormat());
    JsonObject document = new JsonObject();
    document.add("target", target);
    document.add("loader_options", imported.options());
    document.add("analyzer_options", analyzerOptions);
    document.add(MESSAGES, GSON.toJsonTree(imported.complaints()));
    return new AnalysisFacts(program, document);
  }

  /** Those of a program that was opened; what its loader complained of is told only once. */
  static AnalysisFacts keptIn(Program program) throws WorkerError {
    Options options = program.getOptions(KEPT_UNDER);
    String text = options.contains(KEPT_AS) ? options.getString(KEPT_AS, null) : null;
    try {
      JsonObject document = GSON.fromJson(text, JsonObject.class);
      if (document != null) {
        document.add(MESSAGES, GSON.toJsonTree(List.of()));
        return new AnalysisFacts(program, document);
      }
    } catch (JsonParseException malformed) {
      // Said below.
    }
    throw WorkerError.because(
        "corrupt_analysis", "the project cannot be opened", "it does not say how it was made");
  }

  /**
   * Writes {@code profile.json} beside the request, so that the harness knows which Analysis is
   * being made.
   */
  void announce(Path directory) throws IOException {
    Path draft = directory.resolve("profile.json.tmp");
    Files.writeString(draft, GSON.toJson(document));
    Files.move(draft, directory.resolve("profile.json"), StandardCopyOption.ATOMIC_MOVE);
  }

  /** Puts them into the program, before it is saved. */
  void keep() {
    int transaction = program.startTransaction("keep the facts of the analysis");
    try {
      program.getOptions(KEPT_UNDER).setString(KEPT_AS, GSON.toJson(document));
    } finally {
      program.endTransaction(transaction, true);
    }
  }

  @Override
  public void write(JsonWriter json) throws IOException {
    GSON.toJson(document, json);
  }
}
