package rea.ghidra;

import java.io.File;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Stands in for the adapter in a test of the launcher: tries what a hostile worker would, and
 * answers with what worked.
 *
 * <p>Of each path of the request it tries to read the file or to list the directory, then to write
 * beside it; {@code /connect/HOST/PORT} it tries to reach.
 */
public final class Adapter {
  private static final int PATIENCE_MS = 2000;

  private Adapter() {}

  public static void main(String[] arguments) throws Exception {
    String request = Files.readString(Path.of(arguments[0]));
    List<String> worked = new ArrayList<>();
    Matcher paths =
        Pattern.compile("\"(/[^\"]+)\"")
            .matcher(request.substring(request.indexOf("hidden_paths")));
    while (paths.find()) attempt(paths.group(1), worked);
    Matcher id = Pattern.compile("\"invocation_id\":\"(\\w+)\"").matcher(request);
    if (!id.find()) throw new IllegalArgumentException("no invocation");
    String list = worked.isEmpty() ? "" : "\"" + String.join("\",\"", worked) + "\"";
    Files.writeString(
        Path.of(arguments[1]),
        "{\"protocol_version\":1,\"invocation_id\":\""
            + id.group(1)
            + "\",\"operation\":\"doctor\",\"analysis\":null,\"extracts\":null,\"status\":\"ok\",\"result\":{\"ghidra_version\":\"\","
            + "\"java_version\":\"\",\"language\":\"\",\"network_interfaces\":[],\"readable_paths\":["
            + list
            + "]}}");
  }

  private static void attempt(String path, List<String> worked) {
    if (path.startsWith("/connect/")) {
      String[] parts = path.split("/");
      if (connects(parts[2], Integer.parseInt(parts[3]))) worked.add(path);
      return;
    }
    if (reads(Path.of(path))) worked.add("read " + path);
    if (writes(Path.of(path).resolveSibling("written-by-probe")))
      worked.add("write beside " + path);
  }

  private static boolean connects(String host, int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(host, port), PATIENCE_MS);
      return true;
    } catch (Exception refused) {
      return false;
    }
  }

  private static boolean reads(Path path) {
    try {
      String[] names = new File(path.toString()).list();
      return names != null || Files.readAllBytes(path).length >= 0;
    } catch (Exception refused) {
      return false;
    }
  }

  private static boolean writes(Path path) {
    try {
      Files.writeString(path, "x");
      return true;
    } catch (Exception refused) {
      return false;
    }
  }
}
