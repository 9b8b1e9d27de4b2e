/** How an embedded analysis gets at its parts, wherever they lie. */
import type { ContainerValue } from "../../store/container.ts";

/** Parts of one analysis by name, from memory or from the store. */
export interface PartReader {
  /**
   * The part, read on the first call and kept. A part that the store has lost or damaged is made again from the
   * sample; rejects with a `Failure` when that is not possible, or when the analysis has no part of that name.
   */
  read(name: string): Promise<ContainerValue>;
  /** Where what is made of parts is kept for the next one who asks; absent when nothing is kept. */
  readonly derived?: DerivedParts | undefined;
}

/** What questions have made of the parts of one analysis, by name. */
export interface DerivedParts {
  find(name: string): Promise<ContainerValue | undefined>;
  /** Never rejects because of the store. */
  save(name: string, value: ContainerValue): Promise<void>;
}
