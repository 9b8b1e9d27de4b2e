import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { sealProfile } from "./profile.ts";

test("the digest is that of the canonical JSON, whatever the order of the fields", () => {
  const written =
    '{"parameters":{"a":[1,"x"],"b":null},"provider":{"id":"embedded","version":"7"},' +
    '"provider_profile_schema_version":1,"schema_version":1}';

  const profile = sealProfile({
    provider_profile_schema_version: 1,
    schema_version: 1,
    provider: { version: "7", id: "embedded" },
    parameters: { b: null, a: [1, "x"] },
  });

  expect(profile.digest).toBe(createHash("sha256").update(written).digest("hex"));
});
