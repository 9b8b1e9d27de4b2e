package rea.ghidra;

import com.google.gson.stream.JsonWriter;
import ghidra.framework.Application;
import java.io.File;
import java.io.IOException;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/** Whether Ghidra works here, and what of the outside this process can see. */
final class Doctor {
  private Doctor() {}

  static Json run(Request request, Answer answer) throws Exception {
    Fields arguments = request.body().object("arguments");
    List<String> hidden = arguments.texts("hidden_paths");
    arguments.end();
    request.body().end();

    request.installation().start();
    String language = request.installation().checkLanguages();
    request.installation().checkFonts();
    List<Path> given = given(request);
    List<String> readable =
        hidden.stream().filter(path -> isReadable(Path.of(path), given)).toList();
    List<String> interfaces = interfacesUp();
    return json -> {
      json.beginObject();
      json.name("ghidra_version").value(Application.getApplicationVersion());
      json.name("java_version").value(String.valueOf(Runtime.version().feature()));
      json.name("language").value(language);
      texts(json.name("readable_paths"), readable);
      texts(json.name("network_interfaces"), interfaces);
      json.endObject();
    };
  }

  /** What a worker has to see. */
  private static List<Path> given(Request request) {
    List<Path> given = new ArrayList<>();
    given.add(request.directory());
    given.add(request.installation().directory().toPath());
    given.add(Path.of(System.getProperty("java.home")));
    for (String jar : System.getProperty("java.class.path").split(File.pathSeparator))
      given.add(Path.of(jar));
    return given;
  }

  /**
   * Tried, not asked: permissions say less than an attempt. A directory that only leads to what is
   * given is none.
   */
  private static boolean isReadable(Path path, List<Path> given) {
    if (!Files.isDirectory(path)) return isReadableFile(path);
    try (Stream<Path> entries = Files.list(path)) {
      return entries.anyMatch(entry -> given.stream().noneMatch(file -> file.startsWith(entry)));
    } catch (IOException closed) {
      return false;
    }
  }

  private static boolean isReadableFile(Path path) {
    try {
      Files.newInputStream(path).close();
      return true;
    } catch (IOException closed) {
      return false;
    }
  }

  private static List<String> interfacesUp() throws SocketException {
    List<String> names = new ArrayList<>();
    for (NetworkInterface candidate : Collections.list(NetworkInterface.getNetworkInterfaces())) {
      if (candidate.isUp() && !candidate.isLoopback()) names.add(candidate.getName());
    }
    return names;
  }

  private static void texts(JsonWriter json, List<String> texts) throws IOException {
    json.beginArray();
    for (String text : texts) json.value(text);
    json.endArray();
  }
}
