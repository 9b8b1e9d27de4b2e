import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { bubblewrapArguments, findBubblewrap, type Confinement } from "./bubblewrap.ts";

const bubblewrap = findBubblewrap(process.env["PATH"]);
const isMissing = bubblewrap === undefined && process.env["CI"] === undefined;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "rea-confined-"));
  for (const name of ["own", "given", "secret"]) mkdirSync(path.join(folder, name));
  writeFileSync(path.join(folder, "given", "sample"), "bytes");
  writeFileSync(path.join(folder, "secret", "key"), "secret");
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** What a shell script prints inside, its errors too. */
function inside(script: string, more: Partial<Confinement> = {}): string {
  const own = path.join(folder, "own");
  const confinement = { readable: ["/usr/bin", "/bin", path.join(folder, "given")], writable: [own], ...more };
  const args = bubblewrapArguments(confinement, { PATH: "/usr/bin:/bin" }, own);
  return execFileSync(bubblewrap ?? "bwrap", [...args, "/bin/sh", "-c", `{ ${script}; } 2>&1 || true`], {
    encoding: "utf8",
  });
}

describe.skipIf(isMissing)("a confined child", () => {
  test("reads only what it is given, and changes only what is its own", () => {
    expect(inside(`cat ${folder}/given/sample`)).toBe("bytes");
    expect(inside(`cat ${folder}/secret/key`)).toContain("No such file");
    expect(inside(`ls ${folder}`)).toBe("given\nown\n");
    expect(inside("ls /root /home /etc/passwd; cat /etc/shadow")).not.toMatch(/root:/u);
    expect(inside(`echo x > ${folder}/given/sample`)).toContain("Read-only");
    expect(inside("echo x > /beside")).toContain("Read-only");
    inside("echo done > result");
    expect(readFileSync(path.join(folder, "own", "result"), "utf8")).toBe("done\n");
  });

  test("has a private and empty home and temporary directory", () => {
    expect(inside("ls -A /tmp/home /tmp/work; touch /tmp/home/x /tmp/work/x && echo writable")).toBe(
      "/tmp/home:\n\n/tmp/work:\nwritable\n",
    );
  });

  test("reaches nothing outside over a network, and sees no process there", async () => {
    const server = createServer((socket) => socket.end("reached"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const ask = `bash -c 'exec 3<>/dev/tcp/127.0.0.1/${port} && cat <&3'`;

    try {
      expect(inside(ask)).toContain("refused");
      expect(inside("ls /sys/class/net; cat /proc/net/dev").match(/eth|wlan|en[ops]\d/u)).toBeNull();
      expect(Number(inside("ls /proc | grep -c '^[0-9]'"))).toBeLessThan(8);
    } finally {
      server.close();
    }
  });

  test("finds a file at the place it was given", () => {
    const placed = [[path.join(folder, "given", "sample"), "/etc/hosts"]] as const;

    expect(inside("cat /etc/hosts", { placed })).toBe("bytes");
  });

  test("has the given environment", () => {
    expect(inside("env | grep -v -e ^PWD= -e ^_= -e ^SHLVL= -e ^OLDPWD=")).toBe("PATH=/usr/bin:/bin\n");
  });
});
