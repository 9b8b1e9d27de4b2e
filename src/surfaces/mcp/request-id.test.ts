import { expect, test } from "vitest";
import { requestId } from "./request-id.ts";

test.each([
  ['{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{', '"}}\n', 7],
  ['{"id": "a-1", "method":"tools/call","params":{', '"}}\n', "a-1"],
  ['{"method":"tools/call","params":{"x":"', 'aaa"},"jsonrpc":"2.0","id":12}\n', 12],
  ['{"method":"tools/call","params":{"x":"', 'aaa"},"id":12,"jsonrpc":"2.0"}\r\n', 12],
])("the id of %s is at an end", (head, tail, id) => {
  expect(requestId({ head, tail })).toBe(id);
});

test.each([
  ["inside the arguments at the end", '{"method":"tools/call","params":{"x":"', 'aaa","id":12}}\n'],
  ["inside the arguments at the start", '{"params":{"id":12,"x":"', 'aaa"}}\n'],
  ["absent", '{"jsonrpc":"2.0","method":"notifications/progress"', "}\n"],
  ["neither a text nor a number", '{"id":null,"method":"x"', "}\n"],
])("an id %s is none", (_where, head, tail) => {
  expect(requestId({ head, tail })).toBeUndefined();
});
