package rea.ghidra;

import com.google.gson.Gson;
import com.google.gson.stream.JsonWriter;
import ghidra.app.util.Option;
import ghidra.app.util.opinion.Loader;
import java.io.StringWriter;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Lets tests ask parts of the adapter that need no started Ghidra. */
public final class Checks {
  private Checks() {}

  public static void main(String[] arguments) throws Exception {
    switch (arguments[0]) {
      case "warnings" -> WarningComments.of(input()).forEach(System.out::println);
      case "padded" -> padded(arguments);
      case "response" -> respond(Path.of(arguments[1]), Long.parseLong(arguments[2]), input());
      case "extract" -> extract(Path.of(arguments[1]), Long.parseLong(arguments[2]), arguments[3]);
      case "extracts" -> print(Extractors.run(null, Path.of(arguments[1])));
      case "differences" -> differences();
      default -> throw new IllegalArgumentException(arguments[0]);
    }
  }

  /** Pairs of an offset and the bits of its space. */
  private static void padded(String[] pairs) {
    for (int at = 1; at < pairs.length; at += 2) {
      long offset = Long.parseUnsignedLong(pairs[at]);
      System.out.println(Addresses.padded(offset, Integer.parseInt(pairs[at + 1])));
    }
  }

  private static void respond(Path file, long limit, String text) throws Exception {
    ResponseFile response = new ResponseFile(file, limit);
    try {
      response.write(json -> json.value(text));
      System.out.println("written");
    } catch (ResponseFile.TooLarge tooLarge) {
      response.write(tooLarge.error("disassemble")::write);
      System.out.println("too large");
    }
  }

  /** Records of the lines of the input, which are JSON; then it may fail as Ghidra would. */
  private static void extract(Path directory, long limit, String end) throws Exception {
    Json report =
        ExtractFile.report(
            directory,
            "strings",
            limit,
            file -> {
              file.tables(json -> json.value("tables"));
              for (String line : input().lines().toList()) {
                file.record(json -> json.value(new Gson().fromJson(line, String.class)));
              }
              if (end.equals("throws")) throw new IllegalStateException("no string ".repeat(1000));
              if (end.equals("overflows")) overflow(0);
            });
    print(List.of(report));
  }

  private static int overflow(int depth) {
    return overflow(depth + 1) + 1;
  }

  private static void print(List<Json> reports) throws Exception {
    for (Json report : reports) {
      StringWriter text = new StringWriter();
      report.write(new JsonWriter(text));
      System.out.println(text);
    }
  }

  /** Calls what is looked up by name, against the signatures of a newer Ghidra. */
  private static void differences() throws Exception {
    Object loader =
        Proxy.newProxyInstance(
            Checks.class.getClassLoader(),
            new Class<?>[] {Loader.class},
            (proxy, method, given) -> List.of(new Option(method.getName(), given.length)));
    List<Option> options = ApiDifferences.defaultOptions((Loader) loader, null, null);
    System.out.println(options.get(0).getName() + " " + options.get(0).getValue());
    for (Object made :
        new Object[] {
          ApiDifferences.createProject(null), ApiDifferences.openProjectReadOnly(null)
        }) {
      System.out.println(made.getClass().getField("told").get(made));
    }
  }

  private static String input() throws Exception {
    return new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
  }
}
