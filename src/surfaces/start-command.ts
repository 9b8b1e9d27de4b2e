/** How the commands start: what only prints the version pays for nothing else, the rest runs from code compiled ahead. */
import { CompiledModules } from "../process/compiled-modules.ts";

export interface Start {
  /** Absolute path of the compiled module that exports `main`. */
  readonly program: string;
  /** Words that ask for the version, each by itself. */
  readonly versionWords: readonly string[];
  readonly versionLine: string;
}

/** What the program's `main` does: it runs one command line, and never rejects. */
type Main = (argv: readonly string[]) => Promise<number>;

/** Runs the command line of this process; its exit status is set once the command has ended. */
export function startCommand({ program, versionWords, versionLine }: Start): void {
  const argv = process.argv.slice(2);
  if (argv.length === 1 && versionWords.includes(argv[0] ?? "")) {
    // A reader that is gone already is no failure.
    process.stdout.on("error", () => {});
    process.stdout.write(`${versionLine}\n`);
    return;
  }
  const { main } = new CompiledModules().load(program) as { readonly main: Main };
  void main(argv).then((status) => (process.exitCode = status));
}
