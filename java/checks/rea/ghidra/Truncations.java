package rea.ghidra;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/** Loads and analyses a program cut at many places, all in one process. */
public final class Truncations {
  private static final int SECONDS = 120;

  private Truncations() {}

  /**
   * Arguments: directory of Ghidra, its layout, the program, how many places, a directory to write
   * to. Prints a line for each place: bytes that are left, outcome, functions, complaints.
   */
  public static void main(String[] arguments) throws Exception {
    Installation installation =
        new Installation(new File(arguments[0]), arguments[1].equals("jar"));
    installation.start();
    byte[] program = Files.readAllBytes(Path.of(arguments[2]));
    int places = Integer.parseInt(arguments[3]);
    for (int place = 1; place <= places; place++) {
      int left = (int) ((long) program.length * place / (places + 1));
      Path cut = Path.of(arguments[4]).resolve("cut-" + left);
      Files.write(cut, Arrays.copyOf(program, left));
      System.out.printf(Locale.ROOT, "cut %d %s%n", left, outcome(cut.toFile(), installation));
    }
    System.exit(0);
  }

  private static String outcome(File sample, Installation installation) {
    try {
      SampleImport imported = SampleImport.of(sample, installation);
      AutoAnalysis.prepare(imported.program()).run(SECONDS);
      int functions = imported.program().getFunctionManager().getFunctionCount();
      return "loaded " + functions + " " + imported.complaints().size();
    } catch (WorkerError error) {
      return "refused " + error.getMessage();
    }
  }
}
