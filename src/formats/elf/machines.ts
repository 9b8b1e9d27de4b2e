/** Machine and ABI numbers of ELF headers (System V gABI and processor supplements, as glibc's elf.h lists them). */
import type { Endian } from "../../base/bytes.ts";
import type { Architecture } from "../image.ts";

const MACHINES: ReadonlyMap<number, Architecture> = new Map([
  [2, "sparc"],
  [3, "x86"],
  [8, "mips"],
  [18, "sparc"],
  [20, "powerpc"],
  [21, "powerpc64"],
  [22, "s390x"],
  [40, "arm"],
  [43, "sparc64"],
  [62, "x86_64"],
  [183, "arm64"],
  [243, "riscv64"],
  [247, "bpf"],
  [258, "loongarch64"],
]);

/** The architecture of `e_machine`; the class decides between the widths that share a number. */
export function architectureOf(machine: number, bits: 32 | 64): Architecture {
  if (machine === 8 && bits === 64) return "mips64";
  if (machine === 243 && bits === 32) return "riscv32";
  return MACHINES.get(machine) ?? "unknown";
}

/** Whether `e_machine` names a machine known here. */
export function isKnownMachine(machine: number): boolean {
  return MACHINES.has(machine);
}

const ABIS: ReadonlyMap<number, string> = new Map([
  [0, "sysv"],
  [1, "hpux"],
  [2, "netbsd"],
  [3, "linux"],
  [6, "solaris"],
  [7, "aix"],
  [8, "irix"],
  [9, "freebsd"],
  [10, "tru64"],
  [12, "openbsd"],
  [64, "arm_eabi"],
  [97, "arm"],
  [255, "standalone"],
]);

/** Name of `EI_OSABI`, or its number. */
export function abiName(abi: number): string {
  return ABIS.get(abi) ?? String(abi);
}

/** Byte order that each machine of one order has; the others run in both. */
export function usualEndian(machine: number): Endian | undefined {
  switch (architectureOf(machine, 64)) {
    case "x86_64":
    case "x86":
    case "riscv64":
    case "loongarch64":
      return "little";
    case "s390x":
    case "sparc":
    case "sparc64":
      return "big";
    default:
      return undefined;
  }
}
