package rea.ghidra;

/** The request is not one that the harness of this adapter writes. */
final class ProtocolViolation extends Exception {
  private static final long serialVersionUID = 1;

  ProtocolViolation(String message) {
    super(message);
  }
}
