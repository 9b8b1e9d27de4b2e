package ghidra.framework.data;

import ghidra.framework.client.RepositoryAdapter;
import ghidra.framework.model.DomainFile;
import ghidra.framework.model.DomainFolder;
import ghidra.framework.model.ProjectData;
import ghidra.framework.model.ProjectLocator;
import ghidra.framework.store.LockException;
import ghidra.util.NotOwnerException;
import java.io.IOException;

/** Signatures of Ghidra 12.1.2, which names the data of a project this way. */
public class DefaultProjectData implements ProjectData {
  /** What the constructor was told, so that a check can see it. */
  public final String told;

  public DefaultProjectData(ProjectLocator locator, boolean isInWritableProject, boolean resetOwner)
      throws NotOwnerException, IOException, LockException {
    told = "open " + isInWritableProject + " " + resetOwner;
  }

  public DefaultProjectData(
      ProjectLocator locator, RepositoryAdapter repository, boolean isInWritableProject)
      throws IOException, LockException {
    told = "create " + isInWritableProject;
  }

  @Override
  public DomainFolder getRootFolder() {
    return null;
  }

  @Override
  public DomainFile getFile(String path) {
    return null;
  }

  @Override
  public void close() {}
}
