/** The tree of exported names (Mach-O: `mach-o/loader.h`, "export trie"; dyld: `ExportsTrie`). */
import type { Bytes } from "../../base/bytes.ts";
import type { IssueList } from "../../base/issue.ts";
import { Cursor } from "../cursor.ts";

export interface TrieExport {
  readonly name: string;
  /** Distance from the header of the file; an absolute address for `absolute` ones, absent for re-exports. */
  readonly offset?: number;
  readonly kind: "regular" | "thread_local" | "absolute";
  readonly weak: boolean;
  /** Where a re-exported name comes from: position of the library from 1 on, and its name there. */
  readonly reexport?: { readonly ordinal: number; readonly name: string };
}

/** Reads names in the order of the tree, up to the first broken node; no node is visited twice. */
export function readExportTrie(trie: Bytes, issues: IssueList): TrieExport[] {
  const walk = new TrieWalk(trie);
  const fault = walk.run();
  if (fault !== undefined) {
    const message = "a node of the export trie lies outside it, is linked twice or has an endless name";
    issues.add("macho_export_trie_wrong", message, trie.fileOffset + fault);
  }
  return walk.exports;
}

class TrieWalk {
  readonly exports: TrieExport[] = [];
  readonly #trie: Bytes;
  readonly #seen = new Set<number>([0]);
  readonly #pending: Node[];
  #budget: number;

  constructor(trie: Bytes) {
    this.#trie = trie;
    this.#pending = trie.length === 0 ? [] : [{ at: 0, prefix: "" }];
    this.#budget = trie.length * NAME_BUDGET + NAME_LIMIT;
  }

  /** Offset of the node that is broken. */
  run(): number | undefined {
    for (let node = this.#pending.pop(); node !== undefined; node = this.#pending.pop()) {
      if (!this.#visit(node)) return node.at;
    }
    return undefined;
  }

  #visit({ at, prefix }: Node): boolean {
    const cursor = new Cursor(this.#trie, at);
    const terminalSize = cursor.uleb();
    const children = childrenOf(this.#trie, cursor.at + terminalSize, prefix);
    if (terminalSize > 0) {
      const found = readTerminal(cursor, prefix);
      if (found === undefined) return false;
      this.exports.push(found);
    }
    return children !== undefined && children.reverse().every((child) => this.#follow(child));
  }

  #follow(child: Node): boolean {
    this.#budget -= child.prefix.length;
    if (this.#seen.has(child.at) || child.prefix.length > NAME_LIMIT || this.#budget < 0) return false;
    this.#seen.add(child.at);
    this.#pending.push(child);
    return true;
  }
}

interface Node {
  readonly at: number;
  readonly prefix: string;
}

/** Longest name that is followed. */
const NAME_LIMIT = 65_536;

/** All names together may be this many times the size of the tree, which shares their beginnings. */
const NAME_BUDGET = 32;

const FLAG = { kindMask: 3, weak: 4, reexport: 8 } as const;
const KINDS = ["regular", "thread_local", "absolute"] as const;

function readTerminal(cursor: Cursor, name: string): TrieExport | undefined {
  const flags = cursor.uleb();
  const common = { name, kind: KINDS[flags & FLAG.kindMask] ?? "regular", weak: (flags & FLAG.weak) !== 0 };
  if ((flags & FLAG.reexport) === 0) {
    const offset = cursor.uleb();
    return cursor.failed ? undefined : { ...common, offset };
  }
  const ordinal = cursor.uleb();
  const { text, terminated } = cursor.bytes.cString(cursor.at, NAME_LIMIT);
  if (cursor.failed || !terminated) return undefined;
  return { ...common, reexport: { ordinal, name: text === "" ? name : text } };
}

/** Each child has the rest of its name up to a NUL, then its offset in the tree. */
function childrenOf(trie: Bytes, at: number, prefix: string): Node[] | undefined {
  const cursor = new Cursor(trie, Math.min(at, trie.length));
  const count = cursor.u8();
  const children: Node[] = [];
  for (let index = 0; index < count; index++) {
    const end = trie.data.indexOf(0, cursor.at);
    if (end === -1) return undefined;
    const edge = Buffer.from(trie.data.buffer, trie.data.byteOffset + cursor.at, end - cursor.at).toString("latin1");
    cursor.at = end + 1;
    const child = cursor.uleb();
    if (cursor.failed || child >= trie.length) return undefined;
    children.push({ at: child, prefix: prefix + edge });
  }
  return cursor.failed ? undefined : children;
}
