/** Every way a request can fail, with what the caller should do about it. */

/** The nine categories of spec 001. */
export type FailureCategory =
  | "invalid_input"
  | "permission_required"
  | "unsupported_provider"
  | "integrity_mismatch"
  | "truncated"
  | "cancelled"
  | "timeout"
  | "unavailable"
  | "execution_failure";

interface FailureRow {
  readonly category: FailureCategory;
  readonly exit: 1 | 2 | 124 | 130;
  readonly retryable: boolean;
  /** What to do next; names a flag, variable or command. */
  readonly hint: string;
}

/** The one table of codes. Codes never change meaning. */
export const FAILURES = {
  invalid_arguments: row("invalid_input", 2, "Run the command with --help to see what it takes."),
  invalid_store_path: row("invalid_input", 2, "Give --store an absolute path, or unset REA_STORE."),
  invalid_pattern: row("invalid_input", 2, "Use RE2 syntax, or drop --regex to search literally."),
  sample_missing: row("invalid_input", 1, "Check the path."),
  sample_unreadable: row("permission_required", 1, "Make the file readable for this user, or copy it."),
  sample_not_regular: row("invalid_input", 1, "Name a regular file."),
  sample_empty: row("invalid_input", 1, "Name a file that holds a program."),
  sample_too_large: row("invalid_input", 1, "Raise --max-sample-bytes."),
  sample_changed: row("integrity_mismatch", 1, "Run the command again on a file that is not being written.", true),
  target_format_unsupported: row(
    "unsupported_provider",
    1,
    "Name an ELF, PE or Mach-O program, library, object or module.",
  ),
  architecture_ambiguous: row("invalid_input", 1, "Name one with --arch, or `architecture` of open_binary."),
  architecture_unsupported: row("unsupported_provider", 1, "Use the operations that do not need code analysis."),
  address_invalid: row("invalid_input", 2, "Use 0x401120, 401120h, rva:0x1120, off:0x1120, main or main+0x10."),
  address_not_mapped: row("invalid_input", 1, "Run `rea list-segments` to see which addresses the file maps."),
  function_not_found: row("invalid_input", 1, "Run `rea search-procedures` to find its name, or give an address."),
  name_not_found: row("invalid_input", 1, "Run `rea list-names` or `rea search-procedures` to find the name."),
  selector_ambiguous: row("invalid_input", 1, "Give the address of the one you mean."),
  target_not_open: row("invalid_input", 1, "Call open_binary first."),
  target_ambiguous: row("invalid_input", 1, "Name one with the `document` argument."),
  target_analyzing: row("unavailable", 1, "Call again later; binary_session says how far it is.", true),
  too_many_targets: row("invalid_input", 1, "Close a target with close_binary first."),
  unknown_provider: row("unsupported_provider", 2, "Use `--provider embedded` or `--provider auto`."),
  operation_unknown: row("invalid_input", 2, "Run `rea --help` to see the commands."),
  store_unwritable: row("unavailable", 1, "Give a writable directory with --store, or use --no-cache."),
  output_unwritable: row("unavailable", 1, "Write the output to a place with room for it."),
  operation_timeout: row("timeout", 124, "Raise --timeout, or narrow the request."),
  interrupted: row("cancelled", 130, "Run the command again.", true),
  analysis_failed: row("execution_failure", 1, "Report the file's SHA-256 with the output of REA_DEBUG=1."),
  internal_error: row("execution_failure", 1, "Report it with the output of REA_DEBUG=1."),
} as const satisfies Readonly<Record<string, FailureRow>>;

export type FailureCode = keyof typeof FAILURES;
export type FailureDetails = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** An expected failure. Anything else that is thrown is a bug in this program. */
export class Failure extends Error {
  override readonly name = "Failure";
  readonly code: FailureCode;
  /** Plain facts about this failure: the argument, the sizes, the candidates. */
  readonly details: FailureDetails;

  constructor(code: FailureCode, message: string, details: FailureDetails = {}, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.details = details;
  }
}

function row(category: FailureCategory, exit: FailureRow["exit"], hint: string, retryable = false): FailureRow {
  return { category, exit, retryable, hint };
}
