/** Signs that the code of a file is packed or encrypted, so that what analysis finds is the unpacker. */
import type { Issue } from "../../../base/issue.ts";
import { entropyOf } from "../../../formats/entropy.ts";
import type { Image } from "../../../formats/image.ts";
import type { Memory } from "../../../formats/memory.ts";
import { withinFile } from "../../../formats/within-file.ts";

export function packingIssues(image: Image, memory: Memory): Issue[] {
  return [...upxMarker(image, memory), ...denseCode(image, memory)];
}

/** UPX puts its magic behind the program headers, and `$Info: This file is packed with the UPX` into the stub. */
function upxMarker({ regions }: Image, memory: Memory): Issue[] {
  const head = regions.find(({ fileOffset, fileSize }) => fileOffset === 0 && fileSize > 0);
  if (head === undefined) return [];
  const at = Buffer.from(memory.bytesOf(head).subarray(0, HEADERS)).indexOf("UPX!", 0, "latin1");
  const message = "packed with UPX: run `upx -d` on a copy to get at the code of the program itself";
  return at < 0 ? [] : [{ code: "packed_upx", offset: at, message }];
}

/** Bytes in which the file header and the program headers end. */
const HEADERS = 1024;

/** Compiled code has 5.5 to 6.7 bits a byte, compressed or encrypted data more than 7.5. */
const DENSE = 7.2;
/** Smaller regions have too few bytes to tell; of larger ones the first part tells. */
const SMALLEST = 4096;
const LARGEST = 0x10_0000;

function denseCode({ regions }: Image, memory: Memory): Issue[] {
  const code = regions.filter(({ permissions, fileSize }) => permissions.execute && fileSize >= SMALLEST);
  return withinFile(code, regions).flatMap((region) => {
    const entropy = entropyOf(memory.bytesOf(region).subarray(0, LARGEST)) ?? 0;
    if (entropy < DENSE) return [];
    const message = `executable memory has an entropy of ${entropy.toFixed(2)} bits a byte: packed or encrypted code`;
    return [{ code: "packed_code", offset: region.fileOffset, message }];
  });
}
