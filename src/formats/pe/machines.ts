/** Machine, subsystem and characteristics numbers of PE headers (PE format, "Machine Types", "Windows Subsystem"). */
import type { Architecture } from "../image.ts";

const MACHINES: ReadonlyMap<number, Architecture> = new Map([
  [0x014c, "x86"],
  [0x0166, "mips"],
  [0x0169, "mips"],
  [0x01c0, "arm"],
  [0x01c2, "arm"],
  [0x01c4, "arm"],
  [0x01f0, "powerpc"],
  [0x01f1, "powerpc"],
  [0x5032, "riscv32"],
  [0x5064, "riscv64"],
  [0x6264, "loongarch64"],
  [0x8664, "x86_64"],
  [0xa641, "arm64"],
  [0xaa64, "arm64"],
]);

/** The architecture of a machine number. */
export function architectureOf(machine: number): Architecture {
  return MACHINES.get(machine) ?? "unknown";
}

/** Whether a file without any other mark may be a COFF object for this machine. */
export function isKnownMachine(machine: number): boolean {
  return MACHINES.has(machine);
}

/** Bits of an address where no optional header says so. */
export function bitsOf(machine: number): 32 | 64 {
  const architecture = architectureOf(machine);
  return architecture.endsWith("64") || architecture === "x86_64" ? 64 : 32;
}

const SUBSYSTEMS: ReadonlyMap<number, string> = new Map([
  [1, "native"],
  [2, "windows_gui"],
  [3, "windows_console"],
  [5, "os2_console"],
  [7, "posix_console"],
  [8, "windows_9x_native"],
  [9, "windows_ce"],
  [10, "efi_application"],
  [11, "efi_boot_service_driver"],
  [12, "efi_runtime_driver"],
  [13, "efi_rom"],
  [14, "xbox"],
  [16, "windows_boot_application"],
]);

/** Name of a subsystem, or its number. */
export function subsystemName(subsystem: number): string {
  return SUBSYSTEMS.get(subsystem) ?? String(subsystem);
}

export const SUBSYSTEM = { native: 1, efiApplication: 10, efiBootDriver: 11, efiRuntimeDriver: 12 } as const;

/** `IMAGE_FILE_*`. */
export const CHARACTERISTIC = { relocationsStripped: 0x0001, dll: 0x2000 } as const;

/** `IMAGE_DLLCHARACTERISTICS_*`. */
export const DLL_CHARACTERISTIC = {
  highEntropy: 0x0020,
  dynamicBase: 0x0040,
  forceIntegrity: 0x0080,
  nxCompatible: 0x0100,
  noSeh: 0x0400,
  appContainer: 0x1000,
  wdmDriver: 0x2000,
  guardCf: 0x4000,
} as const;
