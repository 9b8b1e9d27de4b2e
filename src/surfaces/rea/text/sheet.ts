/** What text is laid out on: a terminal of some width, or a pipe where nothing is cut. */
import { printable } from "../../../base/printable.ts";
import type { Style } from "./style.ts";
import { cutToWidth } from "./width.ts";

export class Sheet {
  readonly style: Style;
  /** Columns; null on a pipe or in a file. */
  readonly columns: number | null;
  #cut = false;

  constructor(style: Style, columns: number | null) {
    this.style = style;
    this.columns = columns;
  }

  /** True once something did not fit and was cut. */
  get hasCuts(): boolean {
    return this.#cut;
  }

  /** Text of the sample, safe to print, in what is left of a line of which `used` columns are taken. */
  fit(text: string, used: number): string {
    const safe = printable(text);
    if (this.columns === null) return safe;
    const fitted = cutToWidth(safe, Math.max(this.columns - used, NARROWEST));
    if (fitted !== safe) this.#cut = true;
    return fitted;
  }
}

/** However narrow the terminal, this much of a text is shown. */
const NARROWEST = 16;
