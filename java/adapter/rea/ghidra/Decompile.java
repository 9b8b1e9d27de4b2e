package rea.ghidra;

import com.google.gson.stream.JsonWriter;
import ghidra.app.decompiler.DecompInterface;
import ghidra.app.decompiler.DecompileOptions;
import ghidra.app.decompiler.DecompileResults;
import ghidra.program.model.listing.Function;
import ghidra.program.model.listing.Program;
import ghidra.util.task.TaskMonitor;
import java.io.IOException;

/** The decompiler's text of one function. */
final class Decompile {
  private Decompile() {}

  static Json run(Request request, Answer answer) throws Exception {
    Fields arguments = request.body().object("arguments");
    Selector selector = Selector.of(arguments.object("selector"));
    int timeout = arguments.number("decompile_timeout_seconds", 1);
    arguments.end();

    Program program = AnalysisSource.open(request, answer);
    Function function = selector.choose(ProgramFunctions.of(program));
    if (function.isExternal()) {
      throw about(function, "function_not_decompilable", "its body is not in this program");
    }
    String text = decompile(program, function, timeout).replace("\r\n", "\n").replace('\r', '\n');
    return json -> {
      json.beginObject();
      ProgramFunctions.writeObject(json.name("function"), function);
      json.name("text").value(text);
      json.name("warnings").beginArray();
      for (String warning : WarningComments.of(text)) json.value(warning);
      json.endArray().endObject();
    };
  }

  private static String decompile(Program program, Function function, int timeout)
      throws WorkerError {
    DecompInterface decompiler = new DecompInterface();
    try {
      decompiler.setOptions(new DecompileOptions());
      if (!decompiler.openProgram(program)) throw failed(function, decompiler.getLastMessage());
      DecompileResults results = decompiler.decompileFunction(function, timeout, TaskMonitor.DUMMY);
      if (isTimeout(results)) throw timedOut(function, timeout);
      if (!results.decompileCompleted() || results.getDecompiledFunction() == null) {
        throw failed(function, results.getErrorMessage());
      }
      return results.getDecompiledFunction().getC();
    } finally {
      decompiler.dispose();
    }
  }

  /** 10.3 does not always remember that it ended the native process; its message then says so. */
  private static boolean isTimeout(DecompileResults results) {
    String message = results.getErrorMessage();
    return results.isTimedOut()
        || (message != null && message.strip().endsWith("process: timeout"));
  }

  private static WorkerError timedOut(Function function, int timeout) {
    return new WorkerError(
        "decompile_timeout",
        "the function was not decompiled within " + timeout + " s",
        json -> {
          reference(json, function);
          json.name("timeout_seconds").value(timeout).endObject();
        });
  }

  private static WorkerError failed(Function function, String reason) {
    String words =
        reason == null || reason.isBlank() ? "the decompiler gave no reason" : reason.strip();
    return new WorkerError(
        "decompile_failed",
        "the function was not decompiled: " + words,
        json -> {
          reference(json, function);
          json.name("reason").value(words).endObject();
        });
  }

  private static WorkerError about(Function function, String code, String message) {
    return new WorkerError(
        code,
        "the function cannot be decompiled: " + message,
        json -> {
          reference(json, function);
          json.endObject();
        });
  }

  /** Opens the details and names the function in them. */
  private static void reference(JsonWriter json, Function function) throws IOException {
    json.beginObject();
    ProgramFunctions.writeObject(json.name("function"), function);
  }
}
