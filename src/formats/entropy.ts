/**
 * Shannon entropy of byte values (C. E. Shannon, "A Mathematical Theory of Communication", section 6).
 *
 * The loops read typed arrays `as number`: their indexes are in range by construction, and a default value for each
 * read makes the pass over a large file a third slower.
 */

/** Entropy in bits a byte, 0 to 8; `undefined` for no bytes. Every byte is counted. */
export function entropyOf(bytes: Uint8Array): number | undefined {
  if (bytes.length === 0) return undefined;
  let entropy = 0;
  for (const count of bytes.length < LANES_FROM ? histogram(bytes) : laneHistogram(bytes)) {
    if (count === 0) continue;
    const share = count / bytes.length;
    entropy -= share * Math.log2(share);
  }
  return entropy === 0 ? 0 : entropy;
}

/** From this size on, words are read and eight tables kept; below it the short loop is compiled sooner. */
const LANES_FROM = 1 << 20;

function histogram(bytes: Uint8Array): Uint32Array {
  const counts = new Uint32Array(256);
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    counts[byte] = (counts[byte] as number) + 1;
  }
  return counts;
}

/** Each byte of a pair of words has a table of its own, so that a run of equal bytes does not wait for one counter. */
function laneHistogram(bytes: Uint8Array): Uint32Array {
  const head = (4 - (bytes.byteOffset % 4)) % 4;
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset + head, ((bytes.length - head) >> 3) * 2);
  const lanes = new Uint32Array(8 * 256);
  for (let at = 0; at < words.length; at += 2) {
    const first = words[at] as number;
    const second = words[at + 1] as number;
    increment(lanes, first & 0xff);
    increment(lanes, 0x100 | ((first >>> 8) & 0xff));
    increment(lanes, 0x200 | ((first >>> 16) & 0xff));
    increment(lanes, 0x300 | (first >>> 24));
    increment(lanes, 0x400 | (second & 0xff));
    increment(lanes, 0x500 | ((second >>> 8) & 0xff));
    increment(lanes, 0x600 | ((second >>> 16) & 0xff));
    increment(lanes, 0x700 | (second >>> 24));
  }
  const counts = histogram(bytes.subarray(head + words.length * 4));
  for (let at = 0; at < head; at++) increment(counts, bytes[at] as number);
  for (let at = 0; at < lanes.length; at++) counts[at & 0xff] = (counts[at & 0xff] as number) + (lanes[at] as number);
  return counts;
}

function increment(counts: Uint32Array, at: number): void {
  counts[at] = (counts[at] as number) + 1;
}
