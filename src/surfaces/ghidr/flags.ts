/** The values of the flags of one command line. */
import { utf8Text } from "../../contracts/ghidr/tagged-path.ts";
import { invalid, shorten } from "./words.ts";

/** Each reading throws `invalid_arguments` that names the flag. */
export class Flags {
  readonly #values: ReadonlyMap<string, Buffer>;

  constructor(values: ReadonlyMap<string, Buffer>) {
    this.#values = values;
  }

  isSet(name: string): boolean {
    return this.#values.has(name);
  }

  bytes(name: string): Buffer | undefined {
    return this.#values.get(name);
  }

  text(name: string): string | undefined {
    const bytes = this.#values.get(name);
    if (bytes === undefined) return undefined;
    const text = utf8Text(bytes);
    if (text === undefined) throw invalid(name, `the value of ${name} is not UTF-8`);
    if (text === "") throw invalid(name, `the value of ${name} is empty`);
    return text;
  }

  choice<const T extends string>(name: string, options: readonly T[]): T | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const option = options.find((candidate) => candidate === text);
    if (option === undefined) throw invalid(name, `${name} is one of ${options.join(", ")}, not ${shorten(text)}`);
    return option;
  }

  /** A positive integer without sign, unit or leading zero; `least` 0 allows zero. */
  count(name: string, least: 0 | 1 = 1, most: number = Number.MAX_SAFE_INTEGER): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = /^(?:0|[1-9][0-9]{0,15})$/u.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    const range =
      most === Number.MAX_SAFE_INTEGER ? `an integer from ${least} on` : `an integer from ${least} to ${most}`;
    throw invalid(name, `${name} takes ${range}, not ${shorten(text)}`);
  }
}
