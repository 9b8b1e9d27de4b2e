package rea.ghidra;

import ghidra.framework.model.DomainFile;
import ghidra.framework.model.DomainObject;
import ghidra.framework.model.ProjectData;
import ghidra.framework.model.ProjectLocator;
import ghidra.program.model.listing.Program;
import ghidra.util.task.TaskMonitor;
import java.io.File;

/**
 * The Ghidra project {@code analysis} of an Analysis: {@code analysis.gpr} and {@code
 * analysis.rep}, one program in it.
 */
final class Project {
  private static final String NAME = "analysis";
  private static final String PROGRAM = "sample";

  /** Holds the programs that this process has open, until it ends. */
  private static final Object CONSUMER = new Object();

  private Project() {}

  /** Saves the program as the only one of a new project in an empty directory. */
  static void create(File directory, Program program) throws WorkerError {
    try {
      ProjectData project = ApiDifferences.createProject(locator(directory));
      try {
        project.getRootFolder().createFile(PROGRAM, program, TaskMonitor.DUMMY);
      } finally {
        project.close();
      }
    } catch (Exception unsaved) {
      throw WorkerError.because("analysis_failed", "the project cannot be saved", unsaved);
    }
  }

  /** Opens the program without locking, upgrading or changing anything. */
  static Program openReadOnly(File directory) throws WorkerError {
    try {
      ProjectData project = ApiDifferences.openProjectReadOnly(locator(directory));
      DomainFile file = project.getFile("/" + PROGRAM);
      if (file == null) {
        throw WorkerError.because(
            "corrupt_analysis", "the project cannot be opened", "it has no program");
      }
      DomainObject opened =
          file.getImmutableDomainObject(CONSUMER, DomainFile.DEFAULT_VERSION, TaskMonitor.DUMMY);
      if (opened instanceof Program program) return program;
      throw WorkerError.because(
          "corrupt_analysis", "the project cannot be opened", "its file is no program");
    } catch (WorkerError known) {
      throw known;
    } catch (Exception unreadable) {
      throw WorkerError.because("corrupt_analysis", "the project cannot be opened", unreadable);
    }
  }

  private static ProjectLocator locator(File directory) {
    return new ProjectLocator(directory.getAbsolutePath(), NAME);
  }
}
