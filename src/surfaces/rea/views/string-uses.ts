/** From strings to the code that uses them, and on to its callers. */
import { printable } from "../../../base/printable.ts";
import type { Sheet } from "../text/sheet.ts";
import type { Style } from "../text/style.ts";
import { treeLines, type Branch } from "../text/tree.ts";
import type { FunctionRef } from "./calls.ts";
import type { Items, Scene, View } from "./view.ts";

interface Place {
  readonly address: string;
  readonly name: string;
}

interface Use {
  readonly from: string;
  readonly kind: string;
  readonly function: Place | null;
  readonly through: { readonly address: string; readonly name: string | null } | null;
}

interface UsedString {
  readonly address: string;
  readonly value: string;
  readonly references: number;
  readonly uses: readonly Use[];
}

export const codeForString: View = {
  noun: ["string", "strings"],
  *lines({ items }: Items<UsedString>, { sheet }: Scene): Iterable<string> {
    if (items.length === 0) yield "No string matches.";
    for (const string of items) {
      yield* treeLines({
        text: stringText(string, sheet),
        children: string.uses.map((use) => () => ({ text: useText(use, sheet.style), children: [] })),
      });
      if (string.uses.length === 0) yield UNUSED;
    }
  },
};

interface Trace {
  readonly strings: readonly UsedString[];
  readonly functions: readonly (FunctionRef & { readonly depth: number; readonly address_taken: number })[];
  readonly calls: readonly { readonly from: string; readonly to: string }[];
}

export const trace: View = {
  noun: ["string", "strings"],
  *lines({ strings, functions, calls }: Trace, { sheet }: Scene): Iterable<string> {
    if (strings.length === 0) yield "No string matches.";
    const callers = new Map<string, string[]>();
    for (const { from, to } of calls) callers.set(to, [...(callers.get(to) ?? []), from]);
    const known = new Map(functions.map((item) => [item.address, item]));
    const seen = new Set<string>();
    const callerBranch = (address: string): Branch => {
      const again = seen.has(address);
      seen.add(address);
      const others = again ? [] : (callers.get(address) ?? []);
      const taken = known.get(address)?.address_taken ?? 0;
      const notes = `${again && callers.has(address) ? " (above)" : ""}${taken > 0 ? ` address taken ${taken}×` : ""}`;
      const name = known.get(address)?.name ?? "";
      return {
        text: `called by ${functionText({ address, name }, sheet.style)}${sheet.style.dim(notes)}`,
        children: others.map((other) => () => callerBranch(other)),
      };
    };
    for (const string of strings) {
      yield* treeLines({
        text: stringText(string, sheet),
        children: string.uses.map((use) => () => ({
          text: useText(use, sheet.style),
          children: openOnce(use, seen, callers).map((caller) => () => callerBranch(caller)),
        })),
      });
      if (string.uses.length === 0) yield UNUSED;
    }
  },
};

const UNUSED = "└─ no code was found that uses it";

/** Callers of the function of a use; none when they were drawn before. */
function openOnce({ function: user }: Use, seen: Set<string>, callers: ReadonlyMap<string, readonly string[]>) {
  if (user === null || seen.has(user.address)) return [];
  seen.add(user.address);
  return callers.get(user.address) ?? [];
}

function stringText({ address, value }: UsedString, sheet: Sheet): string {
  return `${sheet.style.cyan(address)} ${sheet.style.green(`"${sheet.fit(value, address.length + 3)}"`)}`;
}

function useText({ from, kind, function: user, through }: Use, style: Style): string {
  const how = style.dim(`at ${from} (${kind.replaceAll("_", " ")})`);
  const table = through === null ? "" : style.dim(` through ${printable(through.name ?? "")} ${through.address}`);
  return user === null ? `data only ${how}${table}` : `used by ${functionText(user, style)} ${how}${table}`;
}

function functionText({ address, name }: Place, style: Style): string {
  return `${style.bold(printable(name))} ${style.cyan(address)}`;
}
