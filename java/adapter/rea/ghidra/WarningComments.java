package rea.ghidra;

import java.util.ArrayList;
import java.util.List;

/** The comments that begin with WARNING in the decompiler's text, which looks like C. */
final class WarningComments {
  private static final String SIGN = "WARNING:";

  private WarningComments() {}

  /**
   * In order of appearance, without comment marks, on one line each. What a literal of the sample
   * says is none.
   */
  static List<String> of(String text) {
    List<String> warnings = new ArrayList<>();
    int at = 0;
    while (at < text.length()) {
      char here = text.charAt(at);
      if (here == '"' || here == '\'') {
        at = endOfLiteral(text, at);
      } else if (text.startsWith("/*", at)) {
        int end = endOf(text, "*/", at + 2);
        keep(warnings, text.substring(at + 2, end));
        at = end + 2;
      } else if (text.startsWith("//", at)) {
        int end = endOf(text, "\n", at + 2);
        keep(warnings, text.substring(at + 2, end));
        at = end;
      } else {
        at++;
      }
    }
    return warnings;
  }

  private static void keep(List<String> warnings, String comment) {
    String line = comment.strip().replaceAll("\\s*\\n\\s*", " ");
    if (line.startsWith(SIGN)) warnings.add(line);
  }

  private static int endOfLiteral(String text, int start) {
    char quote = text.charAt(start);
    for (int at = start + 1; at < text.length(); at++) {
      char here = text.charAt(at);
      if (here == '\\') at++;
      else if (here == quote || here == '\n') return at + 1;
    }
    return text.length();
  }

  private static int endOf(String text, String mark, int from) {
    int end = text.indexOf(mark, from);
    return end < 0 ? text.length() : end;
  }
}
