/** Texts that Ghidra wrote, as `bench/ghidra/Texts.java` exports them. */
import { readFileSync } from "node:fs";
import type { DecompiledText, GlobalVariable } from "./decompiled-text.ts";

interface Exported {
  readonly functions: readonly ExportedFunction[];
}

interface ExportedFunction {
  readonly address: string;
  readonly thunk: boolean;
  readonly text?: string;
  readonly globals?: readonly ExportedVariable[];
}

interface ExportedVariable {
  readonly name: string;
  readonly type: string | null;
  /** Bytes. */
  readonly size: number;
  readonly address: string | null;
  readonly space: string | null;
}

/** Imports are left out: texts call them by their names. */
export function ghidraTexts(file: string): DecompiledText[] {
  const { functions } = JSON.parse(readFileSync(file, "utf8")) as Exported;
  return functions.flatMap(({ address, thunk, text, globals = [] }) => {
    if (thunk || text === undefined) return [];
    return [{ address: BigInt(`0x${address}`), text, globals: globals.flatMap((global) => variable(global)) }];
  });
}

function variable({ name, type, size, address, space }: ExportedVariable): GlobalVariable[] {
  if (address === null || space !== "ram") return [];
  // A string has its terminator: an array of as many characters.
  const declared = type === "string" || type === null ? `char [${size}]` : type;
  return [{ name, address: BigInt(`0x${address}`), type: declared }];
}
