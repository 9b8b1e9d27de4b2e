/** A feed in the form in which the module reads it; the regions cross beside it. */
import type { FedFunction, ProgramFeed } from "./protocol.ts";
import { WireWriter } from "./wire.ts";

/** In the order of `Feed::read` in `wasm/decompiler/src/feed.rs`. */
export function encodeFeed({ machine, functions, imports, labels, readOnly, types }: ProgramFeed): Uint8Array {
  const out = new WireWriter();
  out.text(machine.format);
  out.text(machine.architecture);
  out.text(machine.conventions ?? "");
  out.u32(machine.bits);
  out.flag(machine.endian === "big");
  out.list(functions, (fed) => writeFunction(out, fed.address, fed));
  out.list(imports, (fed) => writeFunction(out, fed.slot, fed));
  out.list(labels, ({ address, name, type }) => {
    out.u64(address);
    out.text(name);
    out.text(type ?? "");
  });
  out.list(readOnly, ({ start, end }) => {
    out.u64(start);
    out.u64(end);
  });
  out.list(types, (declaration) => out.text(declaration));
  return out.bytes;
}

type FunctionFacts = Pick<FedFunction, "name" | "noReturn" | "tailCalls" | "prototype">;

function writeFunction(out: WireWriter, address: bigint, facts: FunctionFacts): void {
  const { name, noReturn, tailCalls = [], prototype } = facts;
  out.u64(address);
  out.text(name);
  out.flag(noReturn);
  out.list(tailCalls, (jump) => out.u64(jump));
  out.text(prototype ?? "");
}
