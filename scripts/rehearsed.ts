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
  /** The first one about the program makes its Analysis, the others find it known. */
  ghidr: [
    ["--help"],
    ["inspect", REHEARSED],
    ["inspect", REHEARSED],
    ["functions", REHEARSED, "--all"],
    ["strings", REHEARSED],
    ["xrefs", REHEARSED, "--name", "main"],
    ["calls", REHEARSED, "--name", "main"],
    ["function", REHEARSED, "--name", "main"],
    ["decompile", REHEARSED, "--name", "main"],
    ["decompile", REHEARSED, "--name", "main"],
    ["disassemble", REHEARSED, "--name", "main"],
    ["disassemble", REHEARSED, "--name", "main", "--max-inline-bytes", "1500"],
  ],
} as const;
