package rea.ghidra;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import ghidra.app.util.Option;
import ghidra.framework.options.OptionType;
import ghidra.framework.options.Options;
import ghidra.program.model.listing.Program;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Options with the values that they have, set by somebody or not: name, type and value, by the
 * bytes of the name.
 *
 * <p>Numbers that a JSON number does not hold exactly, and values of Ghidra's own types, are texts.
 */
final class ResolvedOptions {
  private static final long LARGEST_EXACT = 1L << 53;

  private final SortedMap<String, JsonObject> entries = new TreeMap<>(Addresses.BYTEWISE);

  private ResolvedOptions() {}

  /** Every option of every analyzer that applies to the program. */
  static JsonArray ofAnalyzers(Program program) throws WorkerError {
    Options options = program.getOptions(Program.ANALYSIS_PROPERTIES);
    ResolvedOptions resolved = new ResolvedOptions();
    for (String name : options.getOptionNames()) {
      OptionType type = options.getType(name);
      resolved.add(name, label(type), analyzerValue(options, name, type));
    }
    return resolved.array();
  }

  /** The options of a loader; one that belongs to a group is named after it. */
  static JsonArray ofLoader(List<Option> options) throws WorkerError {
    ResolvedOptions resolved = new ResolvedOptions();
    for (Option option : options) {
      String group = option.getGroup();
      String name =
          group == null || group.isEmpty() ? option.getName() : group + "/" + option.getName();
      Class<?> type = option.getValueClass();
      resolved.add(
          name,
          type == null ? "none" : type.getSimpleName().toLowerCase(Locale.ROOT),
          value(option.getValue()));
    }
    return resolved.array();
  }

  private void add(String name, String type, JsonElement value) throws WorkerError {
    JsonObject entry = new JsonObject();
    entry.addProperty("name", name);
    entry.addProperty("type", type);
    entry.add("value", value);
    if (entries.put(name, entry) != null) {
      throw WorkerError.because(
          "analysis_failed", "the options cannot be recorded", "two are named " + name);
    }
  }

  private JsonArray array() {
    JsonArray array = new JsonArray(entries.size());
    entries.values().forEach(array::add);
    return array;
  }

  /** {@code INT_TYPE} is {@code int}. */
  private static String label(OptionType type) {
    return type.name().replaceFirst("_TYPE$", "").toLowerCase(Locale.ROOT);
  }

  private static JsonElement analyzerValue(Options options, String name, OptionType type) {
    return switch (type) {
      case BOOLEAN_TYPE, INT_TYPE, LONG_TYPE, STRING_TYPE, ENUM_TYPE ->
          value(options.getObject(name, null));
      default -> text(options.getValueAsString(name));
    };
  }

  private static JsonElement value(Object value) {
    if (value == null) return JsonNull.INSTANCE;
    if (value instanceof Boolean flag) return new JsonPrimitive(flag);
    if (value instanceof Integer number) return new JsonPrimitive(number);
    if (value instanceof Long number && Math.abs(number) <= LARGEST_EXACT)
      return new JsonPrimitive(number);
    if (value instanceof Enum<?> constant) return new JsonPrimitive(constant.name());
    return text(value.toString());
  }

  private static JsonElement text(String text) {
    return text == null ? JsonNull.INSTANCE : new JsonPrimitive(text);
  }
}
