/** Whose calling conventions the functions of a program follow. */
import type { Overview } from "../../../contracts/facts.ts";
import type { FedMachine } from "./protocol.ts";

/**
 * `go` where the Go compiler passes arguments in registers of its own choice: from Go 1.17 on x86-64 and 1.18 on AArch64
 * (Go internal ABI specification). Earlier releases pass them on the stack, which C does too when there are many. `c` for
 * 64-bit programs in C alone: languages with slices and options return them in two registers.
 */
export function conventionsOf({ identity, language }: Overview): FedMachine["conventions"] {
  const first = FIRST_RELEASES[identity.architecture];
  if (first === undefined) return undefined;
  if (language.go === null) return language.name === "C" && identity.format !== "pe" ? "c" : undefined;
  const release = /^(?:go)?1\.(\d+)/u.exec(language.go.version ?? language.go.table ?? "")?.[1];
  return release !== undefined && Number(release) >= first ? "go" : undefined;
}

const FIRST_RELEASES: Readonly<Record<string, number | undefined>> = { x86_64: 17, arm64: 18 };
