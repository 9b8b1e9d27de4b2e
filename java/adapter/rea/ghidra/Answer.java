package rea.ghidra;

/**
 * The response to one request, as far as it is known: the Analysis is told even when the question
 * about it fails.
 */
final class Answer {
  private static final Json NOTHING = json -> json.nullValue();

  private final Request request;
  private Json analysis = NOTHING;

  Answer(Request request) {
    this.request = request;
  }

  /** Called once the Analysis is saved or opened. */
  void about(AnalysisFacts facts) {
    analysis = facts;
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
      json.name("status").value(status).name(key);
      content.write(json);
      json.endObject();
    };
  }
}
