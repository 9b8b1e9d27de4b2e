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
  sample_too_large: row("invalid_input", 1, "Raise --max-sample-bytes, to 2147483647 at most."),
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
  decompiler_missing: row("unavailable", 1, "Install Rust (https://rustup.rs), then run `npm run build`."),
  decompile_unsupported: row("unsupported_provider", 1, "Read the instructions: `rea procedure-assembly`."),
  decompile_failed: row("execution_failure", 1, "Read the instructions: `rea procedure-assembly`."),
  decompile_too_complex: row("truncated", 1, "Read the instructions: `rea procedure-assembly`."),
  decompile_timeout: row("timeout", 124, "Raise `--deadline`, or read the instructions: `rea procedure-assembly`."),
  operation_timeout: row("timeout", 124, "Raise --timeout, or narrow the request."),
  interrupted: row("cancelled", 130, "Run the command again.", true),
  insufficient_space: row("unavailable", 1, "Free space where the store lies, or give --store another place.", true),
  ghidra_missing: row("unavailable", 1, "Set GHIDRA_INSTALL_DIR or --ghidra to Ghidra's directory or its single jar."),
  ghidra_incompatible: row(
    "unsupported_provider",
    1,
    "Run `ghidr doctor`; use a Ghidra from 10.3 on that is complete.",
  ),
  java_missing: row("unavailable", 1, "Set JAVA_HOME or --java to a JDK that fits this Ghidra."),
  java_incompatible: row("unsupported_provider", 1, "Run `ghidr doctor`; use JDK 17 with Ghidra 10.3, 21 with 12.1."),
  sandbox_unavailable: row("unavailable", 1, "Install bubblewrap, or choose --sandbox external or off knowingly."),
  target_unrecognized: row("unsupported_provider", 1, "Name a program of a format that Ghidra loads by itself."),
  analysis_out_of_memory: row("execution_failure", 1, "Raise --max-heap-mib."),
  analysis_timeout: row("timeout", 124, "Raise --analysis-timeout-seconds."),
  analysis_busy: row("unavailable", 1, "Run the command again when the other one has ended.", true),
  corrupt_analysis: row("integrity_mismatch", 1, "Run `ghidr clean` for this sample, then the command again."),
  function_selector_ambiguous: row("invalid_input", 1, "Give --address with the entry of the one you mean."),
  function_entry_required: row("invalid_input", 1, "Give the address at which the function begins."),
  function_not_decompilable: row("invalid_input", 1, "Choose a function whose body is in this program."),
  function_without_body: row("invalid_input", 1, "Choose a function whose body is in this program."),
  address_space_not_found: row("invalid_input", 1, "Use the name of an address space as `ghidr functions` spells it."),
  inline_budget_too_small: row("truncated", 1, "Raise --max-inline-bytes to required_bytes or more."),
  result_too_large: row("truncated", 1, "Ask for a narrower page with --limit and --offset."),
  protocol_violation: row("execution_failure", 1, "Read the diagnostics that the error names, and report them."),
  confirmation_required: row("permission_required", 1, "Add --yes to delete, or --dry-run to see what would go."),
  cleanup_incomplete: row(
    "execution_failure",
    1,
    "Run the same `ghidr clean` again; it goes on where it stopped.",
    true,
  ),
  doctor_failed: row("unavailable", 1, "Repair the components that the report names."),
  analysis_failed: row("execution_failure", 1, "Report the file's SHA-256 with the output of REA_DEBUG=1."),
  internal_error: row("execution_failure", 1, "Report it with the output of REA_DEBUG=1."),
} as const satisfies Readonly<Record<string, FailureRow>>;

export type FailureCode = keyof typeof FAILURES;
export type DetailValue =
  | null
  | string
  | number
  | boolean
  | readonly DetailValue[]
  | { readonly [name: string]: DetailValue };
export type FailureDetails = Readonly<Record<string, DetailValue>>;

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
