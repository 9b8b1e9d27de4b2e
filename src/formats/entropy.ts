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
  for (const count of bytes.length < WORDS_FROM ? histogram(bytes) : wordHistogram(bytes)) {
    if (count === 0) continue;
    const share = count / bytes.length;
    entropy -= share * Math.log2(share);
  }
  return entropy === 0 ? 0 : entropy;
}

/** From this size on, words are read; below it the short loop is compiled sooner. */
const WORDS_FROM = 1 << 20;

function histogram(bytes: Uint8Array): Uint32Array {
  const counts = new Uint32Array(256);
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    counts[byte] = (counts[byte] as number) + 1;
  }
  return counts;
}

/** Counts pairs of bytes, which are half as many, and then the bytes of the pairs. */
function wordHistogram(bytes: Uint8Array): Uint32Array {
  const head = (4 - (bytes.byteOffset % 4)) % 4;
  const words = new Int32Array(bytes.buffer, bytes.byteOffset + head, (bytes.length - head) >> 2);
  const counts = histogram(bytes.subarray(head + words.length * 4));
  addPairs(countPairs(words), counts);
  for (const byte of bytes.subarray(0, head)) counts[byte] = (counts[byte] as number) + 1;
  return counts;
}

/**
 * Each half of a word has a table of its own, so that a run of equal bytes does not wait for one counter. A loop by
 * itself: V8 throws code away that it compiled while a loop ran, once it gets to lines that never ran.
 */
function countPairs(words: Int32Array): Uint32Array {
  const pairs = new Uint32Array(2 << 16);
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as number;
    const low = word & 0xffff;
    const high = 0x1_0000 | (word >>> 16);
    pairs[low] = (pairs[low] as number) + 1;
    pairs[high] = (pairs[high] as number) + 1;
  }
  return pairs;
}

function addPairs(pairs: Uint32Array, counts: Uint32Array): void {
  for (let pair = 0; pair < 1 << 16; pair++) {
    const count = (pairs[pair] as number) + (pairs[pair | 0x1_0000] as number);
    if (count === 0) continue;
    counts[pair & 0xff] = (counts[pair & 0xff] as number) + count;
    counts[pair >> 8] = (counts[pair >> 8] as number) + count;
  }
}
