/** Trees drawn with lines. */

export interface Branch {
  /** One line, safe to print. */
  readonly text: string;
  /** Made when they are drawn, in order, depth first. */
  readonly children: readonly (() => Branch)[];
}

/** The branch and what hangs on it. An explicit stack, so that the depth of a tree is bounded by memory alone. */
export function* treeLines(root: Branch): Iterable<string> {
  yield root.text;
  const stack = [{ children: root.children, next: 0, indent: "" }];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const make = top.children[top.next++];
    if (make === undefined) {
      stack.pop();
      continue;
    }
    const branch = make();
    const last = top.next === top.children.length;
    yield `${top.indent}${last ? "└─ " : "├─ "}${branch.text}`;
    stack.push({ children: branch.children, next: 0, indent: `${top.indent}${last ? "   " : "│  "}` });
  }
}
