/** Ordering the rows of long columns by their values. */

/** Row numbers in the order of their values, equal values in the order of the rows. */
export function orderOf(values: Uint32Array | Float64Array): Uint32Array {
  if (values instanceof Float64Array) return byComparison(values);
  return values.length <= FEW ? orderOfFew(values) : radixOrder(values);
}

/** Counters of this many digits stay in the fastest memory, and few addresses need more than three passes. */
const DIGIT_BITS = 11;

/** Sorts digit by digit, the lowest first; values travel with their rows, so that every pass reads them in a row. */
function radixOrder(values: Uint32Array): Uint32Array {
  const count = values.length;
  let largest = 1;
  for (let row = 0; row < count; row++) largest = Math.max(largest, values[row] as number);
  const width = 32 - Math.clz32(largest);
  let keys = values;
  let rows = new Uint32Array(count);
  for (let row = 0; row < count; row++) rows[row] = row;
  let nextKeys: Uint32Array = new Uint32Array(count);
  let nextRows = new Uint32Array(count);
  for (let shift = 0; shift < width; shift += DIGIT_BITS) {
    const places = placesOf(keys, shift);
    for (let from = 0; from < count; from++) {
      const key = keys[from] as number;
      const digit = (key >>> shift) & DIGIT_MASK;
      const place = places[digit] as number;
      places[digit] = place + 1;
      nextKeys[place] = key;
      nextRows[place] = rows[from] as number;
    }
    const spent = keys;
    keys = nextKeys;
    nextKeys = spent === values ? new Uint32Array(count) : spent;
    [rows, nextRows] = [nextRows, rows];
  }
  return rows;
}

const DIGIT_MASK = (1 << DIGIT_BITS) - 1;

/** Where the first key of each digit goes. */
function placesOf(keys: Uint32Array, shift: number): Uint32Array {
  const places = new Uint32Array(DIGIT_MASK + 2);
  for (let row = 0; row < keys.length; row++) {
    const behind = (((keys[row] as number) >>> shift) & DIGIT_MASK) + 1;
    places[behind] = (places[behind] as number) + 1;
  }
  for (let digit = 1; digit <= DIGIT_MASK; digit++) {
    places[digit] = (places[digit] as number) + (places[digit - 1] as number);
  }
  return places;
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
