/** How a file is joined to others at run time. */
import type { Linkage } from "../image.ts";
import { type Dynamic, DYNAMIC_TAG } from "./dynamic.ts";
import { FILE_TYPE } from "./header.ts";
import type { Layout } from "./layout.ts";
import { SEGMENT_TYPE } from "./segments.ts";

/** `DF_1_PIE` of `DT_FLAGS_1`. */
const POSITION_INDEPENDENT_PROGRAM = 0x0800_0000;

/** Interpreter, name and needs, as the headers say. */
export function linkageOf(layout: Layout, dynamic: Dynamic | undefined): Linkage {
  const interpreter = interpreterOf(layout);
  const soname = dynamic?.texts(DYNAMIC_TAG.soname)[0];
  const needed = dynamic?.texts(DYNAMIC_TAG.needed) ?? [];
  const paths = [DYNAMIC_TAG.rpath, DYNAMIC_TAG.runpath].flatMap((tag) => dynamic?.texts(tag) ?? []);
  return {
    ...(interpreter === undefined ? {} : { interpreter }),
    ...(soname === undefined ? {} : { soname }),
    needed,
    runpath: paths.flatMap((path) => path.split(":")),
    static: isProgram(layout, dynamic) && interpreter === undefined && needed.length === 0,
  };
}

/** Whether the file is started as a program: of shared objects, those marked so or that ask for an interpreter. */
export function isProgram(layout: Layout, dynamic: Dynamic | undefined): boolean {
  if (layout.header.type === FILE_TYPE.executable) return true;
  if (layout.header.type !== FILE_TYPE.shared) return false;
  if (isMarkedProgram(dynamic)) return true;
  return interpreterOf(layout) !== undefined && dynamic?.has(DYNAMIC_TAG.soname) !== true;
}

/** Whether `DT_FLAGS_1` says that the shared object is a program. */
export function isMarkedProgram(dynamic: Dynamic | undefined): boolean {
  return ((dynamic?.number(DYNAMIC_TAG.flags1) ?? 0) & POSITION_INDEPENDENT_PROGRAM) !== 0;
}

function interpreterOf({ file, segments }: Layout): string | undefined {
  const segment = segments.find(({ type }) => type === SEGMENT_TYPE.interp);
  const text = segment === undefined ? "" : file.clamp(segment.offset, segment.fileSize).cString(0, PATH_LIMIT).text;
  return text === "" ? undefined : text;
}

/** `PATH_MAX` of Linux. */
const PATH_LIMIT = 4096;
