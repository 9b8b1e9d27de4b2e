package rea.ghidra;

/** The extracts of a program, which come with opening it, and nothing else. */
final class Extract {
  private Extract() {}

  static Json run(Request request, Answer answer) throws Exception {
    request.body().object("arguments").end();
    AnalysisSource.open(request, answer);
    return json -> json.beginObject().endObject();
  }
}
