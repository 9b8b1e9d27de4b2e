import { expect, test } from "vitest";
import { createServices } from "./services.ts";

const request = { path: "/no/such/file", signal: new AbortController().signal, progress: () => {} };

test("the store of a call is that of its flag, and none when nothing is kept", () => {
  const environment = { REA_STORE: "/from/environment" };

  expect(createServices({ environment, cache: true, store: "/flag" }).store).toEqual({ path: "/flag", source: "cli" });
  expect(createServices({ environment, cache: true }).store).toMatchObject({ source: "environment" });
  expect(createServices({ environment, cache: false }).store).toBeUndefined();
});

test("what the request asks for goes before the flag, and the flag before the environment", async () => {
  const environment = { REA_ANALYSIS_PROVIDER: "third" };
  const services = createServices({ environment, cache: false, provider: "second" });
  const plain = createServices({ environment, cache: false });
  const code = "unknown_provider";

  const asked = services.openAnalysis({ ...request, providerId: "first" });
  await expect(asked).rejects.toMatchObject({ code, details: { provider: "first" } });
  await expect(services.openAnalysis(request)).rejects.toMatchObject({ code, details: { provider: "second" } });
  await expect(plain.openAnalysis(request)).rejects.toMatchObject({ code, details: { provider: "third" } });
});

test("a failure to open is the caller's, and closing waits for nothing then", async () => {
  const services = createServices({ environment: {}, cache: false });

  await expect(services.openAnalysis(request)).rejects.toMatchObject({ code: "sample_missing" });

  await services.close();
});

test("closing stops what is being opened", async () => {
  const services = createServices({ environment: {}, cache: false });
  const opening = services.openAnalysis({ ...request, path: process.execPath });

  await Promise.all([expect(opening).rejects.toMatchObject({ name: "AbortError" }), services.close()]);
});
