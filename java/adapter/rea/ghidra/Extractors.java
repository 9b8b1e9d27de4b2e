package rea.ghidra;

import ghidra.program.model.listing.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The table of extractors: what is written out about every program, so that it answers later. */
final class Extractors {
  private static final String DIRECTORY = "extracts";

  /** Writes what it finds in a program. */
  @FunctionalInterface
  private interface Extractor {
    void write(ExtractedProgram program, ExtractFile file) throws Exception;
  }

  private record Named(String name, Extractor extractor) {}

  private static final List<Named> TABLE =
      List.of(
          new Named("inspect", Inspect::write),
          new Named("functions", ListFunctions::write),
          new Named("strings", ListStrings::write),
          new Named("xrefs", ListReferences::write),
          new Named("calls", ListCalls::write),
          new Named("function", DescribeFunctions::write));

  private Extractors() {}

  static List<String> names() {
    return TABLE.stream().map(Named::name).toList();
  }

  /** Runs every one below the directory of the request; the reports are in the same order. */
  static List<Json> run(Program program, Path requestDirectory) throws IOException {
    Path directory = Files.createDirectories(requestDirectory.resolve(DIRECTORY));
    ExtractedProgram extracted = new ExtractedProgram(program);
    List<Json> reports = new ArrayList<>();
    for (Named named : TABLE) {
      reports.add(
          ExtractFile.report(
              directory,
              named.name(),
              ExtractFile.LIMIT,
              file -> named.extractor().write(extracted, file)));
    }
    return reports;
  }
}
