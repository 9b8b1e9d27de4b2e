/** What was wrong with a sample while something could still be read. */

/** One fault of the sample. Never thrown: it travels beside the value that could be read. */
export interface Issue {
  /** snake_case, stable: which rule of the format is broken. */
  readonly code: string;
  /** File offset of the faulty bytes; absent when the fault has no single place. */
  readonly offset?: number;
  /** What was expected and what was found. Holds no text taken from the sample unescaped. */
  readonly message: string;
}

/**
 * Collects issues up to a bound, so that a sample with a million broken records cannot flood an answer.
 * What does not fit is counted in one last `issues_omitted`.
 */
export class IssueList {
  static readonly LIMIT = 200;
  readonly #items: Issue[] = [];
  #omitted = 0;

  add(code: string, message: string, offset?: number): void {
    if (this.#items.length >= IssueList.LIMIT) this.#omitted++;
    else this.#items.push(offset === undefined ? { code, message } : { code, message, offset });
  }

  addAll(issues: readonly Issue[]): void {
    for (const issue of issues) this.add(issue.code, issue.message, issue.offset);
  }

  list(): readonly Issue[] {
    if (this.#omitted === 0) return this.#items;
    const message = `${this.#omitted} further issues are not listed`;
    return [...this.#items, { code: "issues_omitted", message }];
  }
}
