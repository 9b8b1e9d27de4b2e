package rea.ghidra;

import ghidra.GhidraJarApplicationLayout;
import ghidra.app.util.headless.AnalyzeHeadless;

/**
 * Starts Ghidra's own headless analyzer out of the single jar, for a comparison of what both cost.
 */
public final class Stock {
  private Stock() {}

  public static void main(String[] arguments) throws Exception {
    new AnalyzeHeadless().launch(new GhidraJarApplicationLayout(), arguments);
  }
}
