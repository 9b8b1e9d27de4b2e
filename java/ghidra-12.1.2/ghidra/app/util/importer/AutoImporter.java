package ghidra.app.util.importer;

import ghidra.app.util.opinion.LoadException;
import ghidra.app.util.opinion.LoadResults;
import ghidra.framework.model.Project;
import ghidra.program.model.listing.Program;
import ghidra.util.InvalidNameException;
import ghidra.util.exception.CancelledException;
import ghidra.util.exception.DuplicateNameException;
import ghidra.util.exception.VersionException;
import ghidra.util.task.TaskMonitor;
import java.io.File;
import java.io.IOException;

/** Signatures of Ghidra 12.1.2, where this will be removed. */
public final class AutoImporter {
  private AutoImporter() {}

  @Deprecated(since = "12.0", forRemoval = true)
  public static LoadResults<Program> importByUsingBestGuess(
      File file,
      Project project,
      String projectFolderPath,
      Object consumer,
      MessageLog messageLog,
      TaskMonitor monitor)
      throws IOException,
          CancelledException,
          DuplicateNameException,
          InvalidNameException,
          VersionException,
          LoadException {
    throw new UnsupportedOperationException();
  }
}
