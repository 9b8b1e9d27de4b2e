package ghidra.app.util.opinion;

import ghidra.app.util.Option;
import ghidra.app.util.bin.ByteProvider;
import ghidra.framework.model.DomainObject;
import ghidra.util.classfinder.ExtensionPoint;
import java.io.IOException;
import java.util.Collection;
import java.util.List;

/** Signatures of Ghidra 12.1.2: the default options depend on whether a file system is mirrored. */
public interface Loader extends ExtensionPoint, Comparable<Loader> {
  Collection<LoadSpec> findSupportedLoadSpecs(ByteProvider provider) throws IOException;

  List<Option> getDefaultOptions(
      ByteProvider provider,
      LoadSpec loadSpec,
      DomainObject domainObject,
      boolean loadIntoProgram,
      boolean mirrorFsLayout);

  String getName();

  LoaderTier getTier();

  int getTierPriority();
}
