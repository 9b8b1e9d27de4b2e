/** From strings to the code that uses them, and on to its callers. */
import { printable } from "../../../base/printable.ts";
import type { Sheet } from "../text/sheet.ts";
import type { Style } from "../text/style.ts";
import { treeLines, type Branch } from "../text/tree.ts";
import type { FunctionRef } from "./calls.ts";
import { listsBy } from "./lists-by.ts";
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
  *lines(result: Trace, { sheet }: Scene): Iterable<string> {
    if (result.strings.length === 0) yield "No string matches.";
    const callers = callerTrees(result, sheet.style);
    for (const string of result.strings) {
      yield* treeLines({
        text: stringText(string, sheet),
        children: string.uses.map((use) => () => ({
          text: useText(use, sheet.style),
          children: use.function === null ? [] : callers(use.function.address),
        })),
      });
      if (string.uses.length === 0) yield UNUSED;
    }
  },
};

/** Answers the callers of a function, each with its own, once: a function that was opened above has none again. */
function callerTrees({ functions, calls }: Trace, style: Style): (address: string) => (() => Branch)[] {
  const callers = listsBy(calls.map(({ from, to }) => [to, from]));
  const known = new Map(functions.map((item) => [item.address, item]));
  const opened = new Set<string>();
  const open = (address: string): (() => Branch)[] => {
    if (opened.has(address)) return [];
    opened.add(address);
    return (callers.get(address) ?? []).map((caller) => () => grow(caller));
  };
  const grow = (address: string): Branch => {
    const again = opened.has(address) && callers.has(address) ? " (above)" : "";
    const taken = known.get(address)?.address_taken ?? 0;
    const notes = style.dim(`${again}${taken > 0 ? `, whose own address is taken ${taken}×` : ""}`);
    const name = known.get(address)?.name ?? "";
    return { text: `called by ${functionText({ address, name }, style)}${notes}`, children: open(address) };
  };
  return open;
}

const UNUSED = "└─ no code was found that uses it";

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
