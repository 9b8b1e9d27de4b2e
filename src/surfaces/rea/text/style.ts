/** Colours of the terminal, or none. ECMA-48 select graphic rendition; https://no-color.org, https://force-color.org. */

export interface Style {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly green: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly blue: (text: string) => string;
  readonly cyan: (text: string) => string;
  readonly magenta: (text: string) => string;
}

export const PLAIN: Style = {
  bold: unchanged,
  dim: unchanged,
  red: unchanged,
  green: unchanged,
  yellow: unchanged,
  blue: unchanged,
  cyan: unchanged,
  magenta: unchanged,
};

export const COLOURED: Style = {
  bold: paint(1, 22),
  dim: paint(2, 22),
  red: paint(31, 39),
  green: paint(32, 39),
  yellow: paint(33, 39),
  blue: paint(34, 39),
  cyan: paint(36, 39),
  magenta: paint(35, 39),
};

export const COLOUR_CHOICES = ["auto", "always", "never"] as const;
export type ColourChoice = (typeof COLOUR_CHOICES)[number];

/** `auto` follows FORCE_COLOR, then NO_COLOR, then whether the output is a terminal that knows colour. */
export function styleFor(choice: ColourChoice, environment: NodeJS.ProcessEnv, terminal: boolean): Style {
  if (choice !== "auto") return choice === "always" ? COLOURED : PLAIN;
  const force = environment["FORCE_COLOR"];
  if (force !== undefined) return force === "0" || force === "false" ? PLAIN : COLOURED;
  const refused = (environment["NO_COLOR"] ?? "") !== "" || environment["TERM"] === "dumb";
  return terminal && !refused ? COLOURED : PLAIN;
}

function paint(on: number, off: number): (text: string) => string {
  return (text) => (text === "" ? "" : `\u001b[${on}m${text}\u001b[${off}m`);
}

function unchanged(text: string): string {
  return text;
}
