/** Builds the command `ghidr`: an entry that only knows its version, the rest in chunks. */
import { chmod } from "node:fs/promises";
import { rolldown } from "rolldown";

/** Writes the command into `folder`; answers the paths of the modules that went in. */
export async function buildGhidr(folder: string): Promise<readonly string[]> {
  const build = await rolldown({
    input: { ghidr: "src/surfaces/ghidr/bin.ts" },
    platform: "node",
    cwd: process.cwd(),
  });
  const { output } = await build.write({
    dir: folder,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "ghidr/[name]-[hash].js",
    minify: "dce-only",
    codeSplitting: {
      groups: [
        // What `--version` needs is apart, and zod is, so that it can be configured before any schema is made.
        { name: "version", test: /\/src\/base\/version\.ts$|\/package\.json$/u, priority: 2 },
        { name: "zod", test: /\/node_modules\/zod\//u, priority: 1 },
      ],
    },
  });
  await chmod(`${folder}/ghidr.js`, 0o755);
  return output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
}
