/** One page of executable memory, for tests of what lies over code. */
import type { Region } from "../formats/image.ts";

/** RVA of its first byte. */
export const TEXT = 0x1000;

export const PAGE: Region = {
  name: ".text",
  rva: TEXT,
  size: 0x1000,
  fileOffset: 0,
  fileSize: 0x1000,
  permissions: { read: true, write: false, execute: true },
  content: "code",
};
