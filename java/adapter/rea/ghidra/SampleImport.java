package rea.ghidra;

import com.google.gson.JsonArray;
import ghidra.app.util.bin.ByteProvider;
import ghidra.app.util.importer.MessageLog;
import ghidra.app.util.opinion.LoadSpec;
import ghidra.formats.gfilesystem.FileSystemService;
import ghidra.program.model.listing.Program;
import ghidra.util.task.TaskMonitor;
import java.io.File;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A sample as Ghidra loaded it, not analysed.
 *
 * @param loader name of the loader
 * @param options the resolved options of the loader
 * @param complaints what the loader said that is not said of every sound file, a line each
 */
record SampleImport(Program program, String loader, JsonArray options, List<String> complaints) {
  private static final Object CONSUMER = new Object();
  private static final int MOST_COMPLAINTS = 1000;
  private static final int LONGEST_COMPLAINT = 500;

  /** Lines that tell of ordinary work, or of what every sound file of its kind has. */
  private static final Pattern ORDINARY =
      Pattern.compile(
          String.join(
              "|",
              "\\s*",
              "-{3,}.*",
              "Setting block .* to read-only.*",
              "Skipping section \\[.*\\] with invalid size 0x0",
              "Created .* block required for relocation processing.*",
              "Created (Uni|I)nitialized Block: .*",
              "Empty Section, Created Symbol: .*",
              "Strange symbol \\.file .*",
              "Converted \\d+ \\.plt section symbols to external thunks",
              "_mips_gp0_value=.*",
              // A copy relocation is work of the dynamic linker, which nobody runs.
              ".* Type = R_\\w+_COPY .* Runtime copy not supported",
              // Libraries are other files, and nobody looked for them.
              "Linking (the )?External Programs.*",
              "\\s*\\[.*\\] -> not found.*",
              "Unresolved external symbols which remain: .*",
              "\\[.*\\] resolve .*",
              "Delay imports detected\\.\\.\\.",
              "Library .*: Not found"),
          Pattern.CASE_INSENSITIVE);

  /** Detects what the file is and loads it; a broken Ghidra is not taken for an unknown file. */
  static SampleImport of(File file, Installation installation) throws WorkerError {
    try {
      FileSystemService files = FileSystemService.getInstance();
      try (ByteProvider provider =
          files.getByteProvider(files.getLocalFSRL(file), false, TaskMonitor.DUMMY)) {
        LoadSpec spec = LoadSpecs.choose(provider, installation);
        JsonArray options =
            ResolvedOptions.ofLoader(
                ApiDifferences.defaultOptions(spec.getLoader(), provider, spec));
        return load(file, spec.getLoader().getName(), options);
      }
    } catch (WorkerError known) {
      throw known;
    } catch (Exception | Error failed) {
      throw WorkerError.because("analysis_failed", "the sample cannot be loaded", failed);
    }
  }

  private static SampleImport load(File file, String loader, JsonArray options) throws Exception {
    MessageLog log = new MessageLog();
    Program program = ApiDifferences.load(file, CONSUMER, log);
    return new SampleImport(program, loader, options, complaints(log));
  }

  private static List<String> complaints(MessageLog log) {
    return log.toString()
        .lines()
        .filter(line -> !ORDINARY.matcher(line).matches())
        .map(
            line ->
                line.length() <= LONGEST_COMPLAINT
                    ? line
                    : line.substring(0, LONGEST_COMPLAINT) + " [cut]")
        .limit(MOST_COMPLAINTS)
        .toList();
  }
}
