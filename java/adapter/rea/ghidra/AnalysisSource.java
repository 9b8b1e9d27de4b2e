package rea.ghidra;

import ghidra.program.model.listing.Program;
import java.io.File;

/**
 * Where the program of a request comes from: a sample that is analysed now, or a project that is
 * there.
 */
final class AnalysisSource {
  private AnalysisSource() {}

  /**
   * Reads the rest of the request, starts Ghidra and gives the program, analysed; the answer is
   * told what it is, and how the extracts came out when the request wants them.
   */
  static Program open(Request request, Answer answer) throws Exception {
    Fields source = request.body().object("analysis");
    File directory = new File(source.text("project_directory"));
    String mode = source.text("mode");
    // The processors are limited when the JVM starts; the field says what the Analysis is made for.
    source.number("max_cpu", 1);
    boolean extract = source.truth("extract");
    Program program =
        switch (mode) {
          case "create" -> create(request, answer, source, directory);
          case "read_only" -> reopen(request, answer, source, directory);
          default -> throw new ProtocolViolation("unknown mode " + mode);
        };
    if (extract) answer.extracted(Extractors.run(program, request.directory()));
    return program;
  }

  private static Program create(Request request, Answer answer, Fields source, File directory)
      throws Exception {
    Fields sample = source.object("sample");
    File file = new File(sample.text("path"));
    sample.text("sha256");
    sample.size("size_bytes");
    sample.end();
    int timeout = source.number("analysis_timeout_seconds", 1);
    source.end();
    request.body().end();

    request.installation().start();
    SampleImport imported = SampleImport.of(file, request.installation());
    AutoAnalysis analysis = AutoAnalysis.prepare(imported.program());
    AnalysisFacts facts =
        AnalysisFacts.of(imported, ResolvedOptions.ofAnalyzers(imported.program()));
    facts.announce(request.directory());
    analysis.run(timeout);
    facts.keep();
    Project.create(directory, imported.program());
    answer.about(facts);
    return imported.program();
  }

  private static Program reopen(Request request, Answer answer, Fields source, File directory)
      throws Exception {
    source.end();
    request.body().end();

    request.installation().start();
    Program program = Project.openReadOnly(directory);
    answer.about(AnalysisFacts.keptIn(program));
    return program;
  }
}
