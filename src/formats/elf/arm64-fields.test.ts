import { expect, test } from "vitest";
import { ARM64_RULES, withField } from "./arm64-fields.ts";

/** The filled instructions are those that GNU ld writes. */
test.each([
  ["R_AARCH64_CALL26", 283, 0x94000000, 0xf38n, 0x940003ce],
  ["R_AARCH64_CALL26, backwards", 283, 0x94000000, -4n, 0x97ffffff],
  ["R_AARCH64_ADR_PREL_PG_HI21", 275, 0x90000000, 0x7d0000n, 0x90003e80],
  ["R_AARCH64_ADR_PREL_PG_HI21 of an odd page", 275, 0x90000010, 0x1000n, 0xb0000010],
  ["R_AARCH64_ADD_ABS_LO12_NC", 277, 0x91000000, 0x7d1dacn, 0x9136b000],
  ["R_AARCH64_LDST64_ABS_LO12_NC", 286, 0xf9400211, 0x1018n, 0xf9400e11],
  ["R_AARCH64_CONDBR19", 280, 0x54000001, 8n, 0x54000041],
  ["R_AARCH64_TSTBR14", 279, 0xb7400003, -4n, 0xb747ffe3],
  ["R_AARCH64_ADR_PREL_LO21", 274, 0x10000009, 8n, 0x10000049],
])("%s puts its value into the instruction", (_, type, word, value, filled) => {
  const field = ARM64_RULES.get(type)?.field;

  expect(field && withField(word, value, field) >>> 0).toBe(filled);
});
