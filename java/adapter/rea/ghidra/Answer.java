package rea.ghidra;

import java.util.List;

/**
 * The response to one request, as far as it is known: the Analysis and its extracts are told even
 * when the question about it fails.
 */
final class Answer {
  private static final Json NOTHING = json -> json.nullValue();

  private final Request request;
  private Json analysis = NOTHING;
  private Json extracts = NOTHING;

  Answer(Request request) {
    this.request = request;
  }

  /** Called once the Analysis is saved or opened. */
  void about(AnalysisFacts facts) {
    analysis = facts;
  }

  /** Called once the extractors have run, with a report of each. */
  void extracted(List<Json> reports) {
    extracts =
        json -> {
          json.beginArray();
          for (Json report : reports) report.write(json);
          json.endArray();
        };
  }

  Json success(Json result) {
    return document("ok", "result", result);
  }

  Json failure(WorkerError error) {
    return document("error", "error", error::write);
  }

  private Json document(String status, String key, Json content) {
    return json -> {
      json.beginObject();
      json.name("protocol_version").value(Request.PROTOCOL_VERSION);
      json.name("invocation_id").value(request.invocationId());
      json.name("operation").value(request.operation());
      json.name("analysis");
      analysis.write(json);
      extracts.write(json.name("extracts"));
      json.name("status").value(status).name(key);
      content.write(json);
      json.endObject();
    };
  }
}
