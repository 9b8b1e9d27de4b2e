/** What Ghidra says of itself in `Ghidra/application.properties`, in a distribution as in the single jar. */

export interface GhidraApplication {
  /** `10.3`, `12.1.2`. */
  readonly version: string;
  /** The least feature release of Java it takes. */
  readonly leastJava: number;
  /** The latest one, when it names one. */
  readonly latestJava: number | undefined;
  /** Which build it is: its revision, or the date. */
  readonly build: string;
}

/** The oldest version whose API the adapter speaks. */
export const OLDEST_VERSION = "10.3";

/** Reads the properties; `undefined` when they are not those of Ghidra. */
export function parseApplication(properties: string): GhidraApplication | undefined {
  const values = new Map(
    properties.split("\n").flatMap((line) => {
      const match = /^([\w.]+)=(.*)$/u.exec(line.trim());
      return match?.[1] === undefined || match[2] === undefined ? [] : [[match[1], match[2].trim()] as const];
    }),
  );
  const version = values.get("application.version") ?? "";
  if (values.get("application.name") !== "Ghidra" || !/^\d+(?:\.\d+)*$/u.test(version)) return undefined;
  return {
    version,
    leastJava: feature(values.get("application.java.min")) ?? 17,
    latestJava: feature(values.get("application.java.max")),
    build: values.get("application.revision.ghidra") ?? values.get("application.build.date") ?? "",
  };
}

/** Whether a version is at least another one, number by number. */
export function isAtLeast(version: string, least: string): boolean {
  const left = version.split(".").map(Number);
  const right = least.split(".").map(Number);
  for (let index = 0; index < Math.max(left.length, right.length); index++) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}

function feature(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+$/u.test(text) ? Number(text) : undefined;
}
