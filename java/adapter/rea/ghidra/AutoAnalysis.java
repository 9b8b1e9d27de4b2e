package rea.ghidra;

import ghidra.app.plugin.core.analysis.AutoAnalysisManager;
import ghidra.program.model.listing.Program;
import ghidra.program.util.GhidraProgramUtilities;
import ghidra.util.task.TimeoutTaskMonitor;
import java.util.concurrent.TimeUnit;

/** Ghidra's auto-analysis with its default options. */
final class AutoAnalysis {
  private final Program program;
  private final AutoAnalysisManager manager;

  private AutoAnalysis(Program program, AutoAnalysisManager manager) {
    this.program = program;
    this.manager = manager;
  }

  /** Resolves the options of the analyzers, which can then be read from the program. */
  static AutoAnalysis prepare(Program program) {
    AutoAnalysisManager manager = AutoAnalysisManager.getAnalysisManager(program);
    int transaction = program.startTransaction("resolve the options of the analyzers");
    try {
      manager.initializeOptions();
    } finally {
      program.endTransaction(transaction, true);
    }
    return new AutoAnalysis(program, manager);
  }

  /** Analyses all of the program; what is there after the timeout is not an analysis. */
  void run(int timeoutSeconds) throws WorkerError {
    TimeoutTaskMonitor monitor = TimeoutTaskMonitor.timeoutIn(timeoutSeconds, TimeUnit.SECONDS);
    int transaction = program.startTransaction("analysis");
    try {
      manager.reAnalyzeAll(null);
      manager.startAnalysis(monitor);
      GhidraProgramUtilities.markProgramAnalyzed(program);
    } catch (RuntimeException | Error failed) {
      throw WorkerError.because("analysis_failed", "the analysis failed", failed);
    } finally {
      program.endTransaction(transaction, true);
    }
    if (monitor.isCancelled()) {
      throw new WorkerError(
          "analysis_timeout",
          "the analysis did not end within " + timeoutSeconds + " s",
          json -> json.beginObject().name("timeout_seconds").value(timeoutSeconds).endObject());
    }
    monitor.finished();
  }
}
