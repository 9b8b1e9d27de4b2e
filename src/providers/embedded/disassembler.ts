/** The writers of instruction text by architecture, each loaded when the first instruction is shown. */
import { disassemble as disassembleArm64 } from "../../engine/arm64/text.ts";
import type { Disassemble } from "../../engine/instruction-text.ts";
import { disassemble as disassembleX86 } from "../../engine/x86/text.ts";
import { loadCapstone } from "./capstone.ts";
import { loadIced } from "./iced.ts";

/** Nothing is written for architectures that the engine cannot decode. */
export async function loadDisassembler(architecture: string): Promise<Disassemble> {
  if (architecture === "x86_64" || architecture === "x86") {
    const iced = loadIced();
    const bits = architecture === "x86" ? 32 : 64;
    return (code, address, syntax) => disassembleX86(iced, code, address, syntax, undefined, bits);
  }
  if (architecture !== "arm64") return () => [];
  const writer = await loadCapstone();
  return (code, address) => disassembleArm64(writer, code, address);
}
