package rea.ghidra;

import ghidra.program.model.listing.Program;

/** A program and what several extractors ask of it, found out when the first of them asks. */
final class ExtractedProgram {
  private final Program program;
  private ProgramFunctions functions;
  private ProgramReferences references;

  ExtractedProgram(Program program) {
    this.program = program;
  }

  Program program() {
    return program;
  }

  ProgramFunctions functions() {
    if (functions == null) functions = ProgramFunctions.of(program);
    return functions;
  }

  ProgramReferences references() {
    if (references == null) references = ProgramReferences.of(program, functions());
    return references;
  }
}
