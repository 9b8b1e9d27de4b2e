/** What x86 instructions do to the values of registers, for following the target of a call back to where it was loaded. */
import type { Image } from "../../formats/image.ts";
import type { AbsoluteAddresses } from "../discovery/operands.ts";
import { FLAG, FLOW, flowOf } from "../instruction.ts";
import { LOST, type RegisterEffects } from "../register-values.ts";
import { MAP, OUT, PREFIX } from "./decoder.ts";
import { absoluteOf, destinationOf, NO_REGISTER, registerField, registerOperand } from "./operands.ts";

type MemoryAddress = (packed: number, out: Int32Array, delta: number, absolute: AbsoluteAddresses) => number;

/** Registers by number from `rax` to `r15`, eight in 32-bit mode. */
export function registerEffects(
  { bits, format }: Pick<Image, "bits" | "format">,
  memoryAddress: MemoryAddress,
  isSingleCell: (packed: number, out: Int32Array) => boolean,
): RegisterEffects {
  const clobbered = bits === 32 ? CLOBBERED_32 : format === "pe" ? CLOBBERED_WINDOWS : CLOBBERED_SYSTEM_V;
  const isWhole = (out: Int32Array): boolean =>
    bits === 64 ? ((out[OUT.REX] ?? 0) & 8) !== 0 : ((out[OUT.PREFIXES] ?? 0) & PREFIX.OPERAND) === 0;
  return {
    count: bits === 32 ? 8 : 16,
    through: (packed, out) => ((packed & FLAG.MEMORY) === 0 && out[OUT.OPCODE] === 0xff ? registerOperand(out) : -1),
    apply(packed, out, values, { delta, absolute }) {
      const flow = flowOf(packed);
      if (flow === FLOW.CALL || flow === FLOW.INDIRECT_CALL || flow === FLOW.SYSCALL) return lose(values, clobbered);
      const opcode = out[OUT.OPCODE] ?? 0;
      const move = moveOf(opcode, out);
      if (move === undefined || !isWhole(out)) return overwrite(opcode, out, values);
      const { to, from } = move;
      if (from !== NO_REGISTER) values[to] = values[from] ?? LOST;
      else {
        const address = isAccumulatorLoad(opcode)
          ? (absoluteOf(packed, out) ?? LOST) - absolute.base
          : memoryAddress(packed, out, delta, absolute);
        const isCell = isAccumulatorLoad(opcode) || isSingleCell(packed, out);
        values[to] = isCell && address >= 0 ? address : LOST;
      }
    },
  };
}

/** `eax`, `ecx`, `edx`; on Windows `r8` to `r11` besides; elsewhere `rsi` and `rdi` too. */
const CLOBBERED_32 = 0b111;
const CLOBBERED_WINDOWS = 0xf07;
const CLOBBERED_SYSTEM_V = 0xfc7;

/** Destination and source of `mov` into a register, the source `NO_REGISTER` when it is memory. */
function moveOf(opcode: number, out: Int32Array): { readonly to: number; readonly from: number } | undefined {
  if (isAccumulatorLoad(opcode)) return { to: 0, from: NO_REGISTER };
  const operand = registerOperand(out);
  if (opcode === 0x8b) return { to: registerField(out), from: operand };
  return opcode === 0x89 && operand !== NO_REGISTER ? { to: operand, from: registerField(out) } : undefined;
}

/** `mov eax, [address]`. */
function isAccumulatorLoad(opcode: number): boolean {
  return opcode === 0xa1;
}

function lose(values: Float64Array, registers: number): void {
  for (let register = 0; register < values.length; register++) {
    if (((registers >> register) & 1) !== 0) values[register] = LOST;
  }
}

function overwrite(opcode: number, out: Int32Array, values: Float64Array): void {
  const register = destinationOf(out);
  if (register !== NO_REGISTER) values[register] = LOST;
  if (EXCHANGES.has(opcode)) {
    for (const exchanged of [registerField(out), registerOperand(out)]) {
      if (exchanged !== NO_REGISTER) values[exchanged] = LOST;
    }
  }
  lose(values, IMPLIED.get(opcode) ?? 0);
  if (opcode >= 0x40 && opcode < 0x50) values[opcode & 7] = LOST;
  // `mulx`, and `blsr` and its kind, set a register that VEX.vvvv names.
  if (opcode === ((MAP.VECTOR + 2) << 8) + 0xf3 || opcode === ((MAP.VECTOR + 2) << 8) + 0xf6) lose(values, 0xffff);
}

/** `xchg` and `xadd`. */
const EXCHANGES: ReadonlySet<number> = new Set([0x86, 0x87, 0x1c0, 0x1c1]);

const ALL = 0xffff;
const [AX, CX, DX, BX, BP, SI, DI] = [1 << 0, 1 << 1, 1 << 2, 1 << 3, 1 << 5, 1 << 6, 1 << 7];

/** Registers that opcodes of the first two maps set beside what `destinationOf` says. */
const IMPLIED: ReadonlyMap<number, number> = new Map([
  // `popa`, `cwd`, `lahf`, string instructions.
  [0x61, ALL],
  [0x99, DX],
  [0x9f, AX],
  [0xa4, CX | SI | DI],
  [0xa5, CX | SI | DI],
  [0xa6, CX | SI | DI],
  [0xa7, CX | SI | DI],
  [0xaa, CX | DI],
  [0xab, CX | DI],
  [0xac, AX | CX | SI],
  [0xad, AX | CX | SI],
  [0xae, CX | DI],
  [0xaf, CX | DI],
  // `xchg` with the accumulator, `enter`, `leave`, `xlat`, `loop`.
  ...[0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97].map((opcode) => [opcode, AX] as const),
  [0xc8, BP],
  [0xc9, BP],
  [0xd7, AX],
  [0xe0, CX],
  [0xe1, CX],
  [0xe2, CX],
  // `mul` and `div`, `xgetbv` and `rdtscp`, `rdtsc`, `rdmsr`, `rdpmc`, `cpuid`, `cmpxchg`, `cmpxchg8b`.
  [0xf6, AX],
  [0xf7, AX | DX],
  [0x101, AX | CX | DX],
  [0x131, AX | DX],
  [0x132, AX | DX],
  [0x133, AX | DX],
  [0x1a2, AX | CX | DX | BX],
  [0x1b0, AX],
  [0x1b1, AX],
  [0x1c7, AX | DX],
]);
