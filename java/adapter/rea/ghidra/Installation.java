package rea.ghidra;

import ghidra.GhidraApplicationLayout;
import ghidra.app.util.opinion.QueryOpinionService;
import ghidra.framework.Application;
import ghidra.framework.HeadlessGhidraApplicationConfiguration;
import ghidra.program.model.lang.LanguageID;
import ghidra.program.util.DefaultLanguageService;
import java.awt.Font;
import java.awt.font.FontRenderContext;
import java.io.File;
import java.io.IOException;

/**
 * Where Ghidra is, and how its files lie there.
 *
 * @param directory root of a distribution, or of what was extracted from the single jar
 * @param fromJar whether it was extracted: the lists of classes and modules of the jar are then
 *     there and are used
 */
record Installation(File directory, boolean fromJar) {
  /** A language that every Ghidra has, and that the verified targets need. */
  private static final String KNOWN_LANGUAGE = "x86:LE:64:default";

  private static final String KNOWN_LOADER = "Executable and Linking Format (ELF)";

  /** e_machine of x86-64, by which the opinions of the loader name the language. */
  private static final String KNOWN_MACHINE = "62";

  static Installation of(Fields fields) throws ProtocolViolation {
    File directory = new File(fields.text("directory"));
    String layout = fields.text("layout");
    fields.end();
    if (!layout.equals("distribution") && !layout.equals("jar"))
      throw new ProtocolViolation("unknown layout " + layout);
    return new Installation(directory, layout.equals("jar"));
  }

  /** Initialises Ghidra in this process, once. */
  void start() throws WorkerError {
    try {
      HeadlessGhidraApplicationConfiguration configuration =
          new HeadlessGhidraApplicationConfiguration();
      configuration.setInitializeLogging(false);
      Application.initializeApplication(
          fromJar ? new ExtractedLayout(directory) : new GhidraApplicationLayout(directory),
          configuration);
    } catch (Exception | Error broken) {
      throw WorkerError.because("ghidra_incompatible", "Ghidra does not initialise", broken);
    }
  }

  /**
   * Loads a language and asks for an opinion: without either, nothing would ever be recognised.
   * Answers its name.
   */
  String checkLanguages() throws WorkerError {
    try {
      DefaultLanguageService.getLanguageService().getLanguage(new LanguageID(KNOWN_LANGUAGE));
    } catch (Exception | Error broken) {
      throw WorkerError.because(
          "ghidra_incompatible", "Ghidra does not load the language " + KNOWN_LANGUAGE, broken);
    }
    if (QueryOpinionService.query(KNOWN_LOADER, KNOWN_MACHINE, null).isEmpty()) {
      throw WorkerError.because(
          "ghidra_incompatible",
          "Ghidra lacks the opinions of its loaders",
          "none for " + KNOWN_LOADER);
    }
    return KNOWN_LANGUAGE;
  }

  /** Analyzers measure the text of comments, which fails where Java finds no font. */
  void checkFonts() throws WorkerError {
    try {
      new Font(Font.DIALOG, Font.PLAIN, 12)
          .createGlyphVector(new FontRenderContext(null, false, false), "x");
    } catch (RuntimeException | Error missing) {
      throw WorkerError.because(
          "ghidra_incompatible",
          "Java finds no font, which analyzers need; install fontconfig and one",
          missing);
    }
  }

  /** The layout of files that came out of the single jar, whose classes still lie in one jar. */
  private static final class ExtractedLayout extends GhidraApplicationLayout {
    ExtractedLayout(File directory) throws IOException {
      super(directory);
    }

    @Override
    public boolean inSingleJarMode() {
      return true;
    }
  }
}
