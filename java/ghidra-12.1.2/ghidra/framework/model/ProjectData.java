package ghidra.framework.model;

/** Signatures of Ghidra 12.1.2. */
public interface ProjectData {
  DomainFolder getRootFolder();

  DomainFile getFile(String path);

  void close();
}
