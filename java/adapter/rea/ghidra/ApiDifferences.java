package rea.ghidra;

import ghidra.app.util.Option;
import ghidra.app.util.bin.ByteProvider;
import ghidra.app.util.importer.AutoImporter;
import ghidra.app.util.importer.MessageLog;
import ghidra.app.util.opinion.LoadSpec;
import ghidra.app.util.opinion.Loader;
import ghidra.framework.client.RepositoryAdapter;
import ghidra.framework.model.ProjectData;
import ghidra.framework.model.ProjectLocator;
import ghidra.program.model.listing.Program;
import ghidra.util.task.TaskMonitor;
import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;

/** What Ghidra 10.3 and Ghidra 12.1 spell differently; the other files name only what both have. */
final class ApiDifferences {
  private ApiDifferences() {}

  /**
   * Imports the file as Ghidra's first preferred load spec says; the consumer holds the program.
   * Deprecated from 12.0 on, where both calls still are.
   */
  @SuppressWarnings({"deprecation", "removal"})
  static Program load(File file, Object consumer, MessageLog log) throws Exception {
    return AutoImporter.importByUsingBestGuess(file, null, "/", consumer, log, TaskMonitor.DUMMY)
        .getPrimaryDomainObject();
  }

  /**
   * The options that a loader has when nobody sets one. Takes whether to mirror a file system from
   * 11.3 on.
   */
  @SuppressWarnings("unchecked")
  static List<Option> defaultOptions(Loader loader, ByteProvider provider, LoadSpec spec)
      throws Exception {
    for (Method method : Loader.class.getMethods()) {
      if (!method.getName().equals("getDefaultOptions")) continue;
      return (List<Option>)
          switch (method.getParameterCount()) {
            case 4 -> call(method, loader, provider, spec, null, false);
            case 5 -> call(method, loader, provider, spec, null, false, false);
            default -> throw new NoSuchMethodException(method.toString());
          };
    }
    throw new NoSuchMethodException("Loader.getDefaultOptions");
  }

  static ProjectData createProject(ProjectLocator locator) throws Exception {
    return (ProjectData)
        construct(
            new Class<?>[] {ProjectLocator.class, RepositoryAdapter.class, boolean.class},
            locator,
            null,
            true);
  }

  /** Takes no lock and writes nothing. */
  static ProjectData openProjectReadOnly(ProjectLocator locator) throws Exception {
    return (ProjectData)
        construct(
            new Class<?>[] {ProjectLocator.class, boolean.class, boolean.class},
            locator,
            false,
            false);
  }

  /** {@code ProjectFileManager} is {@code DefaultProjectData} from 11.0 on. */
  private static Object construct(Class<?>[] parameters, Object... arguments) throws Exception {
    Class<?> projectData;
    try {
      projectData = Class.forName("ghidra.framework.data.DefaultProjectData");
    } catch (ClassNotFoundException before11) {
      projectData = Class.forName("ghidra.framework.data.ProjectFileManager");
    }
    try {
      return projectData.getConstructor(parameters).newInstance(arguments);
    } catch (InvocationTargetException thrown) {
      throw causeOf(thrown);
    }
  }

  private static Object call(Method method, Object target, Object... arguments) throws Exception {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException thrown) {
      throw causeOf(thrown);
    }
  }

  private static Exception causeOf(InvocationTargetException thrown) {
    if (thrown.getCause() instanceof Error error) throw error;
    return thrown.getCause() instanceof Exception cause ? cause : thrown;
  }
}
