import { expect, test } from "vitest";
import type { Image, Region } from "../formats/image.ts";
import { searchedData } from "./searched-regions.ts";

test("data that lies side by side in the file is searched whole", () => {
  const { regions, issues } = searchedData(
    imageOf([0x100, 0x200, 0x300].map((fileOffset) => ({ fileOffset, fileSize: 0x100 }))),
  );

  expect(regions).toHaveLength(3);
  expect(issues).toEqual([]);
});

test("bytes that are mapped again and again are searched once, and the answer says so", () => {
  const { regions, issues } = searchedData(
    imageOf(Array.from({ length: 5000 }, () => ({ fileOffset: 0, fileSize: 0x1000 }))),
  );

  expect(regions).toHaveLength(1);
  expect(issues).toEqual([
    {
      code: "data_not_searched",
      message:
        "the file maps its bytes more than once: 4999 of 5000 regions of data are not searched for strings and pointers",
    },
  ]);
});

function imageOf(places: readonly Pick<Region, "fileOffset" | "fileSize">[]): Image {
  const regions = places.map((place, index): Partial<Region> => ({
    ...place,
    rva: 0x1000 * (index + 1),
    content: "data",
  }));
  return { regions } as unknown as Image;
}
