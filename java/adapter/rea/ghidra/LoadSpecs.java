package rea.ghidra;

import com.google.gson.stream.JsonWriter;
import ghidra.app.util.bin.ByteProvider;
import ghidra.app.util.opinion.LoadSpec;
import ghidra.app.util.opinion.Loader;
import ghidra.app.util.opinion.LoaderService;
import ghidra.program.model.lang.LanguageCompilerSpecPair;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** The ways in which Ghidra could load a file. */
final class LoadSpecs {
  private static final int MOST_CANDIDATES = 100;

  private LoadSpecs() {}

  /**
   * The only preferred one of the best loaders; which are best is the order in which Ghidra itself
   * asks them.
   */
  static LoadSpec choose(ByteProvider provider, Installation installation)
      throws IOException, WorkerError {
    List<LoadSpec> preferred = preferred(provider);
    if (preferred.size() == 1) return preferred.get(0);
    if (preferred.size() > 1)
      throw ambiguous("the sample can be loaded in more than one way", preferred);
    List<LoadSpec> inside = new ArrayList<>();
    for (ByteProvider program : UniversalBinary.programs(provider))
      inside.addAll(preferred(program));
    if (inside.size() > 1) throw ambiguous("the sample holds more than one program", inside);
    installation.checkLanguages();
    throw WorkerError.because(
        "target_unrecognized",
        "Ghidra does not recognise the sample",
        "no loader has a preferred way to load it");
  }

  /** Every preferred load spec of the best tier and priority that has one. */
  private static List<LoadSpec> preferred(ByteProvider provider) {
    List<LoadSpec> best = new ArrayList<>();
    // The map is ordered: tier, then priority, then name.
    for (Map.Entry<Loader, Collection<LoadSpec>> entry :
        LoaderService.getAllSupportedLoadSpecs(provider).entrySet()) {
      if (!best.isEmpty() && !isEqual(best.get(0).getLoader(), entry.getKey())) break;
      for (LoadSpec spec : entry.getValue()) {
        if (spec.isPreferred() && spec.getLanguageCompilerSpec() != null) best.add(spec);
      }
    }
    return best;
  }

  private static boolean isEqual(Loader left, Loader right) {
    return left.getTier() == right.getTier() && left.getTierPriority() == right.getTierPriority();
  }

  private static WorkerError ambiguous(String message, List<LoadSpec> specs) {
    return new WorkerError(
        "target_ambiguous",
        message,
        json -> {
          json.beginObject().name("total").value(specs.size()).name("candidates").beginArray();
          for (LoadSpec spec : specs.subList(0, Math.min(specs.size(), MOST_CANDIDATES)))
            write(json, spec);
          json.endArray().endObject();
        });
  }

  private static void write(JsonWriter json, LoadSpec spec) throws IOException {
    LanguageCompilerSpecPair pair = spec.getLanguageCompilerSpec();
    json.beginObject();
    json.name("loader").value(spec.getLoader().getName());
    json.name("processor_language").value(pair.getLanguageID().getIdAsString());
    json.name("compiler_specification").value(pair.getCompilerSpecID().getIdAsString());
    json.endObject();
  }
}
