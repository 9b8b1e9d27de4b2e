import { expect, test } from "vitest";
import { z } from "zod";
import { Failure } from "../base/failure.ts";
import { parseInput } from "./operation.ts";

const INPUT = z.object({
  name: z.string().min(1).max(4),
  limit: z.int().min(1).max(1000).default(10),
  order: z.enum(["size", "address"]).default("size"),
});

function refusal(input: unknown): string {
  try {
    parseInput(INPUT, input);
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
  return "";
}

test("each fault names the argument and what it takes", () => {
  expect(refusal({})).toBe("name is missing");
  expect(refusal({ name: "" })).toBe("name is empty");
  expect(refusal({ name: "abcde" })).toBe("name must be at most 4 characters");
  expect(refusal({ name: "a", limit: -3 })).toBe("limit must be at least 1");
  expect(refusal({ name: "a", order: "colour" })).toBe("order must be one of size, address");
  expect(refusal({ name: "a", depth: 1, other: 2 })).toBe(
    "unknown argument depth, other (expected: name, limit, order)",
  );
  expect(refusal({ name: 5 })).toContain("name: Invalid input: expected string, received number");
  expect(refusal("a")).toContain("input: ");
});

test("a number beyond two bounds is told the narrower one, once", () => {
  expect(refusal({ name: "a", limit: 1e20 })).toBe("limit must be at most 1000");
});

test("two wrong arguments are told of both", () => {
  expect(refusal({ limit: 0 })).toBe("name is missing; limit must be at least 1");
});
