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

/** From this size on, words are read and four tables kept; below it the short loop is compiled sooner. */
const LANES_FROM = 1 << 20;

function histogram(bytes: Uint8Array): Uint32Array {
  const counts = new Uint32Array(256);
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    counts[byte] = (counts[byte] as number) + 1;
  }
  return counts;
}

/** Each byte of a word has a table of its own, so that a run of equal bytes does not wait for one counter. */
function laneHistogram(bytes: Uint8Array): Uint32Array {
  const head = (4 - (bytes.byteOffset % 4)) % 4;
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset + head, (bytes.length - head) >> 2);
  const lanes = countLanes(words);
  const counts = histogram(bytes.subarray(head + words.length * 4));
  for (let at = 0; at < lanes.length; at++) counts[at & 0xff] = (counts[at & 0xff] as number) + (lanes[at] as number);
  for (const byte of bytes.subarray(0, head)) counts[byte] = (counts[byte] as number) + 1;
  return counts;
}

/** A loop by itself: V8 throws code away that it compiled while a loop ran, once it gets to lines that never ran. */
function countLanes(words: Uint32Array): Uint32Array {
  const lanes = new Uint32Array(4 * 256);
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as number;
    const first = word & 0xff;
    const second = 0x100 | ((word >>> 8) & 0xff);
    const third = 0x200 | ((word >>> 16) & 0xff);
    const fourth = 0x300 | (word >>> 24);
    lanes[first] = (lanes[first] as number) + 1;
    lanes[second] = (lanes[second] as number) + 1;
    lanes[third] = (lanes[third] as number) + 1;
    lanes[fourth] = (lanes[fourth] as number) + 1;
  }
  return lanes;
}
