/** The libraries that a program needs, and where they are looked for (Mach-O: `mach-o/loader.h`, `struct dylib_command`). */
import type { Bytes } from "../../base/bytes.ts";
import type { Linkage } from "../image.ts";
import type { MachOLibrary } from "./facts.ts";
import { COMMAND, commandOf, commandText, type LoadCommand } from "./load-commands.ts";
import { ORDINAL } from "./symbols.ts";

export interface Libraries {
  /** In the order of their commands: position n is what ordinal n + 1 means. */
  readonly needed: readonly MachOLibrary[];
  /** What the file itself is called, and its versions; of libraries only. */
  readonly own: MachOLibrary | undefined;
  readonly rpaths: readonly string[];
  /** The dynamic linker that the kernel starts. */
  readonly linker: string | undefined;
}

export function readLibraries(commands: readonly LoadCommand[]): Libraries {
  const own = commandOf(commands, COMMAND.idLibrary, LIBRARY_SIZE);
  const linker = commandOf(commands, COMMAND.loadLinker, TEXT_SIZE);
  return {
    needed: commands.flatMap(({ type, bytes }) => {
      const kind = KINDS.get(type);
      return kind === undefined || bytes.length < LIBRARY_SIZE ? [] : [libraryOf(bytes, kind)];
    }),
    own: own === undefined ? undefined : libraryOf(own, "needed"),
    rpaths: commands.flatMap(({ type, bytes }) =>
      type === COMMAND.rpath && bytes.length >= TEXT_SIZE ? [commandText(bytes, 8)] : [],
    ),
    linker: linker === undefined ? undefined : commandText(linker, 8),
  };
}

/** Path of the library that an ordinal means; `undefined` when it means none, or the file itself. */
export function libraryPath({ needed }: Libraries, ordinal: number): string | undefined {
  return ordinal > ORDINAL.self ? needed[ordinal - 1]?.path : undefined;
}

export function linkageOf({ needed, own, rpaths, linker }: Libraries): Linkage {
  return {
    ...(linker === undefined ? {} : { interpreter: linker }),
    ...(own === undefined ? {} : { soname: own.path }),
    needed: needed.map(({ path }) => path),
    runpath: rpaths,
    static: needed.length === 0 && linker === undefined,
  };
}

/** `1.2.3` of a version in nibbles `xxxx.yy.zz`. */
export function packedVersion(version: number): string {
  const [major, minor, patch] = [version >>> 16, (version >>> 8) & 0xff, version & 0xff];
  return patch === 0 ? `${major}.${minor}` : `${major}.${minor}.${patch}`;
}

const LIBRARY_SIZE = 24;
const TEXT_SIZE = 12;

const KINDS: ReadonlyMap<number, MachOLibrary["kind"]> = new Map([
  [COMMAND.loadLibrary, "needed"],
  [COMMAND.loadWeakLibrary, "weak"],
  [COMMAND.reexportLibrary, "reexport"],
  [COMMAND.upwardLibrary, "upward"],
  [COMMAND.lazyLibrary, "lazy"],
]);

function libraryOf(bytes: Bytes, kind: MachOLibrary["kind"]): MachOLibrary {
  return {
    path: commandText(bytes, 8),
    kind,
    currentVersion: packedVersion(bytes.u32(16)),
    compatibilityVersion: packedVersion(bytes.u32(20)),
  };
}
