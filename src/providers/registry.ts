/** Which engine is bound to a target: the selection of ADR-0001 (spec 000), for the engines that are installed. */
import { Failure } from "../base/failure.ts";
import type { OpenRequest, Provider } from "./provider.ts";

export interface Selection {
  readonly provider: Provider;
  readonly selectionSource: OpenRequest["selectionSource"];
}

export interface Wishes {
  /** What the call asks for; absent or `auto` leaves it to the rule. */
  readonly requested?: string | undefined;
  /** Value of REA_ANALYSIS_PROVIDER, used when the call asks for nothing. */
  readonly environment?: string | undefined;
}

/** The engine of last resort is what `auto` binds; it is requested by its id like any other. */
export class Registry {
  readonly #providers: readonly Provider[];
  readonly #lastResort: Provider;

  constructor(lastResort: Provider, others: readonly Provider[] = []) {
    this.#lastResort = lastResort;
    this.#providers = [...others, lastResort];
  }

  get providers(): readonly Provider[] {
    return this.#providers;
  }

  /** Throws `unknown_provider`. */
  select({ requested, environment }: Wishes): Selection {
    const asked = requested ?? (environment === "" ? undefined : environment) ?? AUTO;
    if (asked === AUTO) return { provider: this.#lastResort, selectionSource: "auto-embedded" };
    const provider = this.#providers.find(({ id }) => id === asked);
    if (provider === undefined) throw this.#unknown(asked);
    return { provider, selectionSource: requested === undefined ? "environment" : "request" };
  }

  #unknown(asked: string): Failure {
    const known = [AUTO, ...this.#providers.map(({ id }) => id)];
    const message = `there is no provider ${JSON.stringify(asked)}; there are ${known.join(", ")}`;
    return new Failure("unknown_provider", message, { provider: asked, known });
  }
}

const AUTO = "auto";
