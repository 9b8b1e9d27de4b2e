import { expect, test } from "vitest";
import { textColumn } from "../../../engine/columns.ts";
import type { StringTable } from "../../../engine/program.ts";
import { notableStrings } from "./notable-strings.ts";

function table(texts: readonly string[]): StringTable {
  return {
    rva: Uint32Array.from(texts, (_, index) => index * 16),
    size: Uint32Array.from(texts, (text) => Buffer.byteLength(text)),
    encoding: new Uint8Array(texts.length),
    counted: new Uint8Array(texts.length),
    value: textColumn(texts),
  };
}

function notable(texts: readonly string[], uses: readonly number[] = []): { value: string; reason: string }[] {
  const counts = Uint32Array.from(texts, (_, index) => uses[index] ?? 1);
  return notableStrings(table(texts), counts).map(({ value, reason }) => ({ value, reason }));
}

test.each([
  ["-----BEGIN RSA PRIVATE KEY-----", "key material"],
  ["AKIAIOSFODNN7EXAMPLE", "access token"],
  ["/dev/tcp/10.0.0.1/4444", "remote command or persistence"],
  ["wget -q -O - | sh /tmp/x", "remote command or persistence"],
  ["using Mimikatz now", "attack tool or technique"],
  ["http://198.51.100.7/gate.php", "URL"],
  ["198.51.100.7:8080", "IP address"],
  ["contact evil@mail.test now", "e-mail address"],
  ["GET /index.html HTTP/1.1", "HTTP request"],
  ["SELECT name FROM users", "SQL"],
  ["/bin/sh", "shell or program to run"],
  ["enter password: ", "secret by name"],
  ["Usage: %s FILE", "usage text"],
  ["tool version 1.2.3", "version"],
  ["/etc/resolv.conf", "system file"],
  ["update.example.net", "domain name"],
  ["cannot open %s", "error message"],
  ["src/main.c", "source path"],
])("%j is notable as %s", (text, reason) => {
  expect(notable(["xyzzy plugh", text])).toEqual([{ value: text, reason }]);
});

test.each(["AAAAAAAA", "X25519:1.3.101.110", ">Jj@a.gI", "a/b", "plain words only", ""])(
  "%j is not notable",
  (text) => {
    expect(notable([text])).toEqual([]);
  },
);

const WORDS = [
  ...[
    "xmrig",
    "mimikatz",
    "meterpreter",
    "cobalt strike",
    "cobaltstrike",
    "busybox WGET",
    "reverse_shell",
    "keylogger",
  ],
  ...["rootkit", "ransom", "backdoor", "botnet", "nc -e sh", "base64 -d", "history -c", "chmod 777", "chmod +x"],
  ...["iptables -F", "insmod x", "ld_preload", "passwd", "password", "passphrase", "api-key", "apikey", "secret-key"],
  ...[
    "private_key",
    "access-token",
    "failed",
    "failure",
    "cannot",
    "can't",
    "could not",
    "unable to",
    "denied",
    "invalid",
  ],
  ...["illegal", "corrupted", "refused", "fatal", "unexpected", "unsupported", "not permitted", "out of memory"],
];

test.each(WORDS)("the word %j makes a string notable, in either case", (word) => {
  expect(notable([`x ${word} y`, `x ${word.toUpperCase()} y`, `x ${word} ſ`])).toHaveLength(3);
});

test.each([
  ["key material", ["ssh-rsa AAAAB3", "-----BEGIN CERTIFICATE-----"]],
  [
    "access token",
    [`ghp_${"a1B2".repeat(9)}`, `ghr_${"a1B2".repeat(9)}`, "xoxb-1234-X", "eyJhbGciOiJIUzI1.eyJzdWIiOiIxMjM0."],
  ],
  ["access token", [`gho_${"a1B2".repeat(9)}`, `ghu_${"a1B2".repeat(9)}`, `ghs_${"a1B2".repeat(9)}`]],
  ["remote command or persistence", ["/dev/udp/h/1", "/etc/shadow", "/etc/sudoers", "/etc/ld.so.preload"]],
  ["remote command or persistence", ["/etc/rc.local", "/etc/crontab", "~/.ssh/authorized_keys", "/tmp/.x"]],
  ["remote command or persistence", ["/proc/self/mem", "/proc/self/exe", "/proc/%d/mem", "/proc/%d/exe"]],
  ["remote command or persistence", ["stratum+tcp://x"]],
  ["remote command or persistence", ["x/y |sh", "x/y | bash", "x/y |\tsh", "x >/dev/null 2>&1"]],
  ["HTTP request", ["POST /x HTTP/1.1", "HTTP/1.0 x", "Mozilla/5.0", "User-Agent: x/1"]],
  ["SQL", ["SELECT a FROM b", "INSERT OR x INTO y", "INSERT INTO y", "CREATE INDEX x"]],
  ["SQL", ["CREATE TABLE x", "DELETE FROM x"]],
  ["shell or program to run", ["/usr/local/sbin/x", "/bin/zsh", "/x/bash -c ls", "/x sh -c ls"]],
  ["usage text", ["usage: x", "\t Usage: x"]],
  ["version", ["x version: v1.2", "xy v1.2.3.", "Some-Tool/1.2", "tool VERSION 1.0"]],
  ["system file", ["/etc/x", "/proc/x", "/sys/x", "/dev/x"]],
  ["system file", ["/tmp/x", "/var/x", "/home/x", "/root/x"]],
  ["system file", ["/run/x", "/opt/x", "/boot/x", "/mnt/x"]],
  ["domain name", ["a-b.example.com", "example.io"]],
  ["file", ["/usr/x", "/lib/x", "/lib64/x", "/sbin/x%"]],
  ["file", ["/bin/x%", "/srv/x"]],
  ["help text", ["--help x", "  -h, --help", "\t--all x", "\u00a0--all x"]],
  ["source path", ["src/main.c", "/x/y.rs"]],
])("%s may be written in each of its ways: %j", (reason, texts) => {
  const found = notable(texts);

  expect(found.map((entry) => entry.value).sort()).toEqual([...texts].sort());
  expect(new Set(found.map((entry) => entry.reason))).toEqual(new Set([reason]));
});

test("a string counts for the first rule that it fits, though that one has better strings already", () => {
  const urls = ["http://a.test/1", "http://a.test/2", "http://a.test/3", "http://a.test/4"];

  const found = notable([...urls, "cannot open http://a.test/5"], [2, 2, 2, 2, 1]);

  expect(found.map(({ value }) => value)).toEqual(urls);
});

test("telling strings come before noise of better rules", () => {
  const found = notable(["https://www.gnu.org/gethelp/", "cannot open %s"]);

  expect(found.map(({ reason }) => reason)).toEqual(["error message", "URL"]);
});

test("one reason has at most four strings, the most referenced first, each text once", () => {
  const texts = ["http://a.test/1", "http://a.test/2", "http://a.test/3", "http://a.test/4", "http://a.test/5"];

  const found = notable([...texts, "http://a.test/5"], [1, 1, 1, 2, 5, 5]);

  expect(found.map(({ value }) => value.at(-1))).toEqual(["5", "4", "1", "2"]);
});

test("thousands of strings that fit one rule leave the same best ones", () => {
  const texts = Array.from({ length: 5000 }, (_, index) => `cannot do thing ${index}`);

  const found = notable(
    texts,
    texts.map((_, index) => (index === 4321 ? 9 : 1)),
  );

  expect(found.map(({ value }) => value.split(" ").at(-1))).toEqual(["4321", "0", "1", "2"]);
});

test("in large tables, strings that nothing refers to are left out", () => {
  const texts = Array.from({ length: 20_001 }, (_, index) => `entry ${index}`);

  expect(notable([...texts, "/bin/sh"], [...texts.map(() => 0), 0])).toEqual([]);
  expect(notable([...texts, "/bin/sh"], [...texts.map(() => 0), 1])).toHaveLength(1);
});
