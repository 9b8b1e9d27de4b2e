import { describe, expect, test } from "vitest";
import { smallAnalysis } from "../../test/small-analysis.ts";
import { formatAddress } from "./address-spelling.ts";
import { resolveAddress, resolveCallable, resolveName, resolveProcedure } from "./selector.ts";

const analysis = smallAnalysis({
  functions: [
    { name: "puts", address: 0x401030, kind: "import_stub" },
    { name: "main", address: 0x401120, size: 0x40 },
    { name: "helper", address: 0x401200 },
    { name: "helper", address: 0x401300 },
    { name: "operator+(A, B)", address: 0x401400 },
    { name: "node::Start(int, char**)", address: 0x401410 },
    { name: "node::Start(int, char**)::{lambda(int)#1}::operator()(int) const", address: 0x401418 },
    { name: "node::Env::get(void (*)(int)) const", address: 0x401419 },
    { name: "node::Stop(int)", address: 0x401420 },
    { name: "node::Stop(long)", address: 0x401430 },
    { name: "core::fmt::write::h0123456789abcdef", address: 0x401440 },
    { name: "add", address: 0x401500 },
    { name: "open", address: 0x401040, kind: "import_stub" },
    { name: "open", address: 0x401600 },
    { name: "sub_401700", address: 0x401700 },
    { name: "parse_header", address: 0x401800 },
    { name: "parse_body", address: 0x401900 },
  ],
  symbols: [{ name: "table", address: 0x409000 }],
  imports: [{ name: "getenv", slot: 0x408fd0 }],
});

test.each([
  ["0x401120", "0x401120"],
  ["0X401120", "0x401120"],
  ["  0x401120 ", "0x401120"],
  ["401120h", "0x401120"],
  ["401120", "0x401120"],
  ["rva:0x1120", "0x401120"],
  ["RVA:1120h", "0x401120"],
  ["off:0x1120", "0x401120"],
  ["main", "0x401120"],
  ["main+0x10", "0x401130"],
  ["main+16", "0x401130"],
  ["main + 10h", "0x401130"],
  ["0x401120+4", "0x401124"],
  ["operator+(A, B)", "0x401400"],
  ["operator+(A, B)+4", "0x401404"],
  ["operator+", "0x401400"],
  ["operator++4", "0x401404"],
  ["node::Start", "0x401410"],
  ["node::Env::get", "0x401419"],
  ["node::Start+4", "0x401414"],
  ["core::fmt::write", "0x401440"],
  ["sub_401700", "0x401700"],
  ["sub_401234", "0x401234"],
  ["table", "0x409000"],
  ["getenv", "0x408fd0"],
  ["puts@plt", "0x401030"],
  ["puts@GLIBC_2.2.5", "0x401030"],
])("%s is the place %s", async (typed, expected) => {
  expect(formatAddress(await resolveAddress(analysis, typed))).toBe(expected);
});

test("hexadecimal digits are an address only when nothing has that name", async () => {
  expect(formatAddress(await resolveAddress(analysis, "add"))).toBe("0x401500");
});

test("a function outranks the stub of an import with the same name, and @plt means the stub", async () => {
  expect(formatAddress(await resolveAddress(analysis, "open"))).toBe("0x401600");
  expect(formatAddress(await resolveAddress(analysis, "open@plt"))).toBe("0x401040");
});

describe("what cannot be resolved", () => {
  test.each(["0x", "0xzz", "rva:", "rva:1120", "off:main", "0x11111111111111111"])(
    "%s is not an address",
    async (typed) => {
      await expect(resolveAddress(analysis, typed)).rejects.toMatchObject({ code: "address_invalid" });
    },
  );

  test.each(["0x1", "off:0xffffffff", "rva:0x100000", "main+0x100000", "0xffffffffffffffff"])(
    "%s is outside the program's memory",
    async (typed) => {
      await expect(resolveAddress(analysis, typed)).rejects.toMatchObject({ code: "address_not_mapped" });
    },
  );

  test("a name that two functions share is refused with both addresses", async () => {
    const failure = {
      code: "selector_ambiguous",
      details: { candidates: ["0x401200 helper", "0x401300 helper"] },
    };

    await expect(resolveAddress(analysis, "helper")).rejects.toMatchObject(failure);
    await expect(resolveProcedure(analysis, "helper+4")).rejects.toMatchObject(failure);
  });

  test("a name without its parameters is refused when it is overloaded", async () => {
    await expect(resolveProcedure(analysis, "node::Stop")).rejects.toMatchObject({
      code: "selector_ambiguous",
      details: { candidates: ["0x401420 node::Stop(int)", "0x401430 node::Stop(long)"] },
    });
  });

  test("an unknown name is answered with those that start alike or hold it", async () => {
    await expect(resolveProcedure(analysis, "parse")).rejects.toMatchObject({
      code: "function_not_found",
      details: { candidates: ["0x401900 parse_body", "0x401800 parse_header"] },
    });
  });

  test("a mistyped name is answered with the one that was meant", async () => {
    await expect(resolveProcedure(analysis, "mian")).rejects.toMatchObject({
      code: "function_not_found",
      details: { candidates: ["0x401120 main"] },
    });
    await expect(resolveAddress(analysis, "tabel")).rejects.toMatchObject({
      code: "name_not_found",
      details: { candidates: ["0x409000 table"] },
    });
  });

  test("digits that no memory answers to are an unknown name", async () => {
    await expect(resolveAddress(analysis, "deadbeef")).rejects.toMatchObject({ code: "name_not_found" });
  });

  test("data is no function", async () => {
    await expect(resolveProcedure(analysis, "table")).rejects.toMatchObject({
      code: "function_not_found",
      message: expect.stringContaining(".data"),
    });
  });
});

test("an address inside a function means the function", async () => {
  expect(await resolveProcedure(analysis, "0x40115f")).toMatchObject({ name: "main", address: "0x401120" });
  expect(await resolveProcedure(analysis, "main+0x10")).toMatchObject({ name: "main" });
});

test("an import without a stub can be called but has no code", async () => {
  expect(await resolveCallable(analysis, "getenv")).toEqual({ address: 0x408fd0n, name: "getenv" });
  await expect(resolveProcedure(analysis, "getenv")).rejects.toMatchObject({
    code: "function_not_found",
    details: { slot: "0x408fd0" },
  });
});

test("a name can stand for several places", async () => {
  const places = await resolveName(analysis, "helper");

  expect(places.map(({ address }) => formatAddress(address))).toEqual(["0x401200", "0x401300"]);
});

test("a huge name among the candidates is shortened", async () => {
  const crowded = smallAnalysis({ functions: [{ name: "L".repeat(60_000), address: 0x401120 }] });

  const refusal = await resolveProcedure(crowded, "LLL").then(
    () => "",
    (error: unknown) => String(error),
  );

  expect(refusal).toContain("near it: 0x401120 LLLL");
  expect(refusal.length).toBeLessThan(400);
});
