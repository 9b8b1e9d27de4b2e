/** Ordering the rows of long columns by their values. */

/** Row numbers in the order of their values, equal values in the order of the rows. */
export function orderOf(values: Uint32Array | Float64Array): Uint32Array {
  if (values instanceof Float64Array) return byComparison(values);
  return values.length <= FEW ? orderOfFew(values) : radixOrder(values);
}

/** Counters of this many digits stay in the fastest memory. */
const DIGIT_BITS = 12;

/** Sorts digit by digit, the lowest first; values travel with their rows, so that every pass reads them in a row. */
function radixOrder(values: Uint32Array): Uint32Array {
  const width = 32 - Math.clz32(largestOf(values));
  const passes = Math.max(1, Math.ceil(width / DIGIT_BITS));
  const bits = Math.ceil(width / passes);
  let from: Keyed = { keys: values, rows: rowsOf(values) };
  let to: Keyed = { keys: new Uint32Array(values.length), rows: new Uint32Array(values.length) };
  for (let shift = 0; shift < passes * bits; shift += bits) {
    // The values are not ours to write to.
    const spent = from.keys === values && passes > 1 ? { keys: new Uint32Array(values.length), rows: from.rows } : from;
    scatter(from, to, placesOf(from.keys, shift, bits), shift);
    from = to;
    to = spent;
  }
  return from.rows;
}

interface Keyed {
  readonly keys: Uint32Array;
  readonly rows: Uint32Array;
}

/** Puts keys and rows where their digit belongs; `places` says where the next one of each digit goes. */
function scatter(from: Keyed, to: Keyed, places: Uint32Array, shift: number): void {
  const { keys, rows } = from;
  const { keys: nextKeys, rows: nextRows } = to;
  const mask = places.length - 1;
  for (let row = 0; row < keys.length; row++) {
    const key = keys[row] as number;
    const digit = (key >>> shift) & mask;
    const place = places[digit] as number;
    places[digit] = place + 1;
    nextKeys[place] = key;
    nextRows[place] = rows[row] as number;
  }
}

/** Where the first key of each digit goes. */
function placesOf(keys: Uint32Array, shift: number, bits: number): Uint32Array {
  const places = new Uint32Array(1 << bits);
  const mask = places.length - 1;
  for (let row = 0; row < keys.length; row++) {
    const digit = ((keys[row] as number) >>> shift) & mask;
    places[digit] = (places[digit] as number) + 1;
  }
  let before = 0;
  for (let digit = 0; digit < places.length; digit++) {
    const count = places[digit] as number;
    places[digit] = before;
    before += count;
  }
  return places;
}

function largestOf(values: Uint32Array): number {
  let largest = 0;
  for (let row = 0; row < values.length; row++) {
    if ((values[row] as number) > largest) largest = values[row] as number;
  }
  return largest;
}

function rowsOf(values: Uint32Array): Uint32Array {
  const rows = new Uint32Array(values.length);
  for (let row = 0; row < rows.length; row++) rows[row] = row;
  return rows;
}

/** Rows for which passes over counters are not worth it. */
const FEW = 0x4000;

/** Sorts value and row as one number. */
function orderOfFew(values: Uint32Array): Uint32Array {
  const keys = new Float64Array(values.length);
  for (let row = 0; row < keys.length; row++) keys[row] = (values[row] ?? 0) * FEW + row;
  keys.sort();
  const order = new Uint32Array(values.length);
  for (let row = 0; row < order.length; row++) order[row] = (keys[row] ?? 0) & (FEW - 1);
  return order;
}

/** For addresses that need more than 32 bits, which few images have. */
function byComparison(values: Float64Array): Uint32Array {
  const order = new Uint32Array(values.length);
  for (let row = 0; row < order.length; row++) order[row] = row;
  return order.sort((left, right) => (values[left] ?? 0) - (values[right] ?? 0) || left - right);
}
