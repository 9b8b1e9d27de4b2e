/** What every built module of the decompiler must hold to before it is kept. */
import { readAnswer } from "../src/providers/embedded/decompiler/answer.ts";
import { compileModule, interfaceOf } from "../src/providers/embedded/decompiler/compiled-module.ts";
import { encodeFeed } from "../src/providers/embedded/decompiler/feed-encoding.ts";
import { DecompilerInstance } from "../src/providers/embedded/decompiler/instance.ts";

const EXPORTS = [
  "add_region",
  "allocate",
  "answer_length",
  "answer_pointer",
  "decompile",
  "memory",
  "open",
  "panic_message_length",
  "panic_message_pointer",
];

/** Bytes: half of it are processor descriptions. A module outside has lost or gained a processor. */
const SIZE = { least: 8_000_000, most: 16_000_000 };

/** Throws when the module has another interface, an unlikely size, or decompiles a known function in other words. */
export function checkModule(bytes: Uint8Array): void {
  const module = compileModule(bytes);
  const { imports, exports } = interfaceOf(module);
  const missing = EXPORTS.filter((name) => !exports.includes(name));
  if (imports.length > 0) throw new Error(`the module imports ${imports.join(", ")}`);
  if (missing.length > 0) throw new Error(`the module does not export ${missing.join(", ")}`);
  if (bytes.length < SIZE.least || bytes.length > SIZE.most) throw new Error(`the module has ${bytes.length} bytes`);
  const text = knownAnswer(new DecompilerInstance(module));
  if (text !== KNOWN_TEXT) throw new Error(`the module decompiles a known function as ${text}`);
}

const ADDRESS = 0x401000n;

/** `lea eax, [rdi + rdi*2 + 1]; ret` */
const CODE = Uint8Array.of(0x8d, 0x44, 0x7f, 0x01, 0xc3);

const KNOWN_TEXT = "int triple(int param_1)\n\n{\n  return param_1 * 3 + 1;\n}\n";

function knownAnswer(instance: DecompilerInstance): string {
  const feed = encodeFeed({
    machine: { format: "elf", architecture: "x86_64", bits: 64, endian: "little" },
    regions: [],
    functions: [{ address: ADDRESS, name: "triple", noReturn: false }],
    imports: [],
    labels: [],
    readOnly: [],
    types: [],
  });
  instance.open([{ address: ADDRESS, size: CODE.length, bytes: CODE }], feed);
  const answer = instance.decompile(ADDRESS, 10_000);
  return answer.kind === "answer" ? readAnswer(answer.bytes, ADDRESS).text : `${answer.reason}: ${answer.message}`;
}
