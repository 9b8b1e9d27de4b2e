/** What only Mach-O files say (Mach-O: `mach-o/loader.h`; the readers name the rest). */

/** What headers and load commands say. */
export interface MachOHeaderFacts {
  /** `MH_EXECUTE`, `MH_DYLIB`... or the number. */
  readonly fileType: string;
  /** Names of the header's flags: `MH_PIE`... */
  readonly flags: readonly string[];
  readonly cpuType: number;
  /** Without the capability bits. */
  readonly cpuSubtype: number;
  /** `arm64e`, `x86_64h`...: what tools of the platform call the processor. */
  readonly architectureName: string;
  /** The slice of a universal file that was taken; absent for files of one architecture. */
  readonly slice?: { readonly offset: number; readonly size: number; readonly architectures: readonly string[] };
  readonly loadCommands: readonly MachOLoadCommand[];
  /** `LC_UUID`, in the form with dashes. */
  readonly uuid?: string;
  /** One for each platform that the file is built for. */
  readonly platforms: readonly MachOPlatform[];
  /** `LC_SOURCE_VERSION`: `1.2.3`. */
  readonly sourceVersion?: string;
  readonly libraries: readonly MachOLibrary[];
  readonly rpaths: readonly string[];
  /** `LC_ID_DYLIB` versions of a library. */
  readonly currentVersion?: string;
  readonly compatibilityVersion?: string;
  /** `LC_ENCRYPTION_INFO`; `id` 0 means that the range is not encrypted. */
  readonly encryption?: { readonly offset: number; readonly size: number; readonly id: number };
  readonly signature?: MachOSignature;
}

export interface MachOFacts extends MachOHeaderFacts {
  /** How pointers are fixed: `chained:arm64e`, `opcodes`, `relocations`... */
  readonly fixups: string;
  /** Whether tables of these kinds exist, with how many entries each has. */
  readonly tables: {
    readonly functionStarts?: number;
    readonly compactUnwind: number;
    /** Functions that catch exceptions or clean up. */
    readonly landingPads: number;
  };
  /** Names that the file offers and takes from a library in turn. */
  readonly reexports: readonly { readonly name: string; readonly library: string; readonly importedName: string }[];
}

export interface MachOLoadCommand {
  readonly name: string;
  /** In the whole file. */
  readonly fileOffset: number;
  readonly size: number;
}

export interface MachOPlatform {
  /** `macos`, `ios`, `catalyst`... or the number. */
  readonly platform: string;
  readonly minimumVersion: string;
  /** Absent in files of tools that leave it out. */
  readonly sdkVersion?: string;
  /** `ld 711.0`, `clang 14.0.0`... */
  readonly tools: readonly string[];
}

export interface MachOLibrary {
  readonly path: string;
  readonly kind: "needed" | "weak" | "reexport" | "upward" | "lazy";
  readonly currentVersion: string;
  readonly compatibilityVersion: string;
}

/** What the code signature claims; nothing of it is verified. */
export interface MachOSignature {
  readonly offset: number;
  readonly size: number;
  readonly identifier?: string;
  readonly teamId?: string;
  /** Names of the flags of the code directory: `adhoc`, `runtime`... */
  readonly flags: readonly string[];
  /** `sha1`, `sha256`...: one for each code directory. */
  readonly hashes: readonly string[];
  /** SHA-256 (or other, as the best code directory names) of that directory, cut to 20 bytes: what `codesign` calls CDHash. */
  readonly cdHash?: string;
  /** Whether a certificate chain (CMS) is there; signatures of linkers have none. */
  readonly certificates: boolean;
  /** The property list of entitlements as text. */
  readonly entitlements?: string;
  /** Whether entitlements are there in DER form too. */
  readonly derEntitlements: boolean;
}
