/** Entropy as a bar of eight cells, one a bit. */

const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
const CELLS = 8;

/** `██████▌  6.53` for 6.53 bits a byte; empty when there are no bytes to measure. */
export function entropyBar(entropy: number | null): string {
  if (entropy === null) return "";
  const eighths = Math.round(Math.min(CELLS, Math.max(0, entropy)) * 8);
  const bar = "█".repeat(eighths >> 3) + (EIGHTHS[eighths & 7] ?? "");
  return `${bar.padEnd(CELLS)} ${entropy.toFixed(2)}`;
}
