import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import type { Syntax } from "../instruction-text.ts";
import { disassemble, type Iced } from "./text.ts";

const iced = createRequire(import.meta.url)("iced-x86") as Iced;

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex.replaceAll(" ", ""), "hex"));
}

function show(hex: string, syntax: Syntax = "intel"): readonly string[] {
  return disassemble(iced, bytesOf(hex), 0x401000n, syntax).map((line) => `${line.mnemonic} ${line.operands}`.trim());
}

describe("instruction text", () => {
  test("is written in Intel syntax with objdump's numbers", () => {
    const code = "488b0504200000 4883ec08 48c744240800100000 f3a4 c3";

    const lines = show(code);

    expect(lines).toEqual([
      "mov rax, qword ptr [rip+0x2004]",
      "sub rsp, 0x8",
      "mov qword ptr [rsp+0x8], 0x1000",
      "rep movsb byte ptr [rdi], byte ptr [rsi]",
      "ret",
    ]);
  });

  test("is written in AT&T syntax on request", () => {
    const lines = show("488b0504200000 4883ec08", "att");

    expect(lines).toEqual(["mov 0x2004(%rip), %rax", "sub $0x8, %rsp"]);
  });

  test("names the target of a call and the cell that a rip-relative operand reads", () => {
    const code = bytesOf("e8fb0f0000 488b0504200000 8b042500204000");
    const names = new Map([
      [0x402000n, "puts"],
      [0x403010n, "stdout"],
    ]);

    const lines = disassemble(iced, code, 0x401000n, "intel", (address) => names.get(address));

    expect(lines).toMatchObject([
      { address: 0x401000n, length: 5, mnemonic: "call", operands: "0x402000", target: 0x402000n, symbol: "puts" },
      { address: 0x401005n, length: 7, reference: 0x403010n, symbol: "stdout" },
      { address: 0x40100cn, length: 7, operands: "eax, dword ptr [0x402000]", reference: 0x402000n, symbol: "puts" },
    ]);
  });

  test("takes no thread-local operand for an address", () => {
    const [line] = disassemble(iced, bytesOf("64488b042528000000"), 0n, "intel");

    expect(line).toMatchObject({ operands: "rax, qword ptr fs:[0x28]" });
    expect(line).not.toHaveProperty("reference");
  });

  test("shows bytes that are no instruction, and a cut one, byte by byte", () => {
    expect(show("06 90 e80000")).toEqual([".byte 0x06", "nop", ".byte 0xe8", "add byte ptr [rax], al"]);
  });

  test("works at the top of the address space", () => {
    const code = bytesOf("e8fb0f0000");

    const [line] = disassemble(iced, code, 0xffff_ffff_8100_0000n, "intel");

    expect(line).toMatchObject({ address: 0xffff_ffff_8100_0000n, target: 0xffff_ffff_8100_1000n });
  });
});
