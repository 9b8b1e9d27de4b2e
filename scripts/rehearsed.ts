/** What the build asks the commands, so that the code of what usual questions run is compiled ahead. */

/** The program that the questions are about. */
export const REHEARSED = "test/corpus/bin/features-o2";

export const QUESTIONS = {
  rea: [
    ["analyze", REHEARSED, "--json"],
    ["analyze", REHEARSED],
    ["functions", REHEARSED],
    ["strings", REHEARSED, "--json"],
    ["imports", REHEARSED],
    ["xrefs", REHEARSED, "main"],
    ["disasm", REHEARSED, "main"],
    ["function", REHEARSED, "main"],
    // Answers what is on standard input.
    ["mcp"],
  ],
  ghidr: [["--help"]],
} as const;
