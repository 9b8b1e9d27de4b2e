package rea.ghidra;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;

/**
 * The worker: reads one request, asks Ghidra, writes one response and ends.
 *
 * <p>Arguments are the paths of the request and the response, or one of {@code --list-operations}
 * and {@code --list-extractors}, which print the names of a table. Status 0: a response was
 * written. 2: the request is not one that the harness writes. Whatever else happens, no response is
 * left behind. What Ghidra prints is diagnostics and belongs to nobody's answer.
 */
public final class Adapter {
  private static final Map<String, Collection<String>> LISTS =
      Map.of("--list-operations", Operations.names(), "--list-extractors", Extractors.names());

  private Adapter() {}

  /** Runs and ends the process: threads of Ghidra would keep it alive. */
  public static void main(String[] arguments) {
    System.exit(run(arguments));
  }

  private static int run(String[] arguments) {
    if (arguments.length == 1 && LISTS.containsKey(arguments[0])) {
      LISTS.get(arguments[0]).forEach(System.out::println);
      return 0;
    }
    if (arguments.length != 2) {
      System.err.println("expected the paths of the request and the response");
      return 2;
    }
    if (Boolean.getBoolean("rea.lifeline")) endWithHarness();
    try {
      Request request = Request.read(Path.of(arguments[0]));
      answer(request, Path.of(arguments[1]));
      return 0;
    } catch (ProtocolViolation violation) {
      System.err.println("protocol violation: " + violation.getMessage());
      return 2;
    } catch (Exception fault) {
      fault.printStackTrace();
      return 1;
    }
  }

  /**
   * Standard input ends when the harness does, however that ends; nobody then waits for a response.
   */
  private static void endWithHarness() {
    Thread watch =
        new Thread(
            () -> {
              try {
                while (System.in.read() >= 0) continue;
              } catch (IOException broken) {
                // As good as an end.
              }
              Runtime.getRuntime().halt(1);
            });
    watch.setDaemon(true);
    watch.start();
  }

  private static void answer(Request request, Path response) throws Exception {
    ResponseFile file = new ResponseFile(response, ResponseFile.LIMIT);
    Answer answer = new Answer(request);
    try {
      file.write(answer.success(Operations.run(request, answer)));
    } catch (WorkerError error) {
      file.write(answer.failure(error));
    } catch (ResponseFile.TooLarge tooLarge) {
      file.write(answer.failure(tooLarge.error(request.operation())));
    }
  }
}
