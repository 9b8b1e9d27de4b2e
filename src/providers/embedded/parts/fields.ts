/** Typed access to the fields of a stored part. Parts are digest-checked, so a wrong shape is a fault of this program. */
import type { RvaColumn, TextColumn } from "../../../engine/program.ts";
import type { Column, ContainerValue } from "../../../store/container.ts";

type FieldValue = ContainerValue | undefined;

/** The columns of one part by name; every getter throws when the field is missing or has another type. */
export class Fields {
  readonly #name: string;
  readonly #values: { readonly [key: string]: FieldValue };

  constructor(name: string, value: FieldValue) {
    if (!isTree(value)) throw new Error(`the part ${name} is not a table`);
    this.#name = name;
    this.#values = value;
  }

  u8(field: string): Uint8Array {
    return this.#typed(field, (value) => value instanceof Uint8Array);
  }

  u16(field: string): Uint16Array {
    return this.#typed(field, (value) => value instanceof Uint16Array);
  }

  u32(field: string): Uint32Array {
    return this.#typed(field, (value) => value instanceof Uint32Array);
  }

  i32(field: string): Int32Array {
    return this.#typed(field, (value) => value instanceof Int32Array);
  }

  f64(field: string): Float64Array {
    return this.#typed(field, (value) => value instanceof Float64Array);
  }

  rva(field: string): RvaColumn {
    return this.#typed(field, (value) => value instanceof Uint32Array || value instanceof Float64Array);
  }

  text(field: string): TextColumn {
    const column = this.table(field);
    return { bytes: column.u8("bytes"), offsets: column.u32("offsets") };
  }

  /** The JSON under `field`, for a schema to check. */
  json(field: string): unknown {
    return this.#values[field];
  }

  /** The columns under `field`. */
  table(field: string): Fields {
    return new Fields(`${this.#name}.${field}`, this.#values[field]);
  }

  #typed<T extends Column>(field: string, is: (value: FieldValue) => value is T): T {
    const value = this.#values[field];
    if (!is(value)) throw new Error(`the part ${this.#name} has no column ${field} of the expected type`);
    return value;
  }
}

/** A text column as it is stored. */
export function storedText({ bytes, offsets }: TextColumn): ContainerValue {
  return { bytes, offsets };
}

function isTree(value: FieldValue): value is { readonly [key: string]: FieldValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}
