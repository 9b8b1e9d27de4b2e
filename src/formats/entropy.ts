/** Shannon entropy of byte values (C. E. Shannon, "A Mathematical Theory of Communication", section 6). */

/** Entropy in bits a byte, 0 to 8; `undefined` for no bytes. Every byte is counted. */
export function entropyOf(bytes: Uint8Array): number | undefined {
  if (bytes.length === 0) return undefined;
  let entropy = 0;
  for (const count of histogram(bytes)) {
    if (count === 0) continue;
    const share = count / bytes.length;
    entropy -= share * Math.log2(share);
  }
  return entropy === 0 ? 0 : entropy;
}

/** Four tables, so that a run of equal bytes does not wait for its own counter. */
function histogram(bytes: Uint8Array): Uint32Array {
  const counts = new Uint32Array(1024);
  const whole = bytes.length - (bytes.length % 4);
  for (let at = 0; at < whole; at += 4) {
    count(counts, bytes[at] ?? 0);
    count(counts, 256 + (bytes[at + 1] ?? 0));
    count(counts, 512 + (bytes[at + 2] ?? 0));
    count(counts, 768 + (bytes[at + 3] ?? 0));
  }
  for (let at = whole; at < bytes.length; at++) count(counts, bytes[at] ?? 0);
  const sums = counts.slice(0, 256);
  for (let at = 256; at < 1024; at++) sums[at & 255] = (sums[at & 255] ?? 0) + (counts[at] ?? 0);
  return sums;
}

function count(counts: Uint32Array, at: number): void {
  counts[at] = (counts[at] ?? 0) + 1;
}
