/** What only PE files say, for the first page. */
import { plural } from "../../../base/plural.ts";
import type { Overview } from "../../../contracts/facts.ts";
import { grouped, type Fact } from "../text/facts.ts";

/** No lines for other formats. */
export function peLines({ pe: it }: Overview): Fact[] {
  if (it === undefined) return [];
  const hexadecimal = it.timestamp.toString(16).padStart(8, "0");
  return [
    ["subsystem", it.subsystem],
    ["linker", it.linker_version],
    ["time stamp", `0x${hexadecimal}${it.reproducible ? ", a hash of the content" : ` ${it.built ?? ""}`}`.trimEnd()],
    ["tools", it.rich?.tools.map(({ product, build, count }) => `${product} ${build} x${count}`).join(", ")],
    ["rich header", it.rich === null || it.rich.intact ? null : "its checksum is wrong: it was changed"],
    ["pdb", it.pdb === null ? null : `${it.pdb.path} {${it.pdb.guid}} age ${it.pdb.age}`],
    ["debug entries", it.debug_entries.join(" ")],
    ["file version", it.version?.file_version],
    ...Object.entries(it.version?.texts ?? {}),
    ["runs as", it.manifest?.execution_level],
    [
      "resources",
      it.resources
        .map(({ type, count, size }) => `${type} x${count} (${grouped(size)} ${plural(size, "byte")})`)
        .join(", "),
    ],
    ["signature", it.signature === null ? null : signer(it.signature)],
    ["imphash", it.imphash],
    ["overlay", it.overlay === null ? null : overlay(it.overlay)],
    [".NET", it.dotnet],
  ];
}

type Pe = NonNullable<Overview["pe"]>;

function signer({ subject, issuer, digest }: NonNullable<Pe["signature"]>): string {
  const parts = [subject ?? "unknown signer", ...(issuer === null ? [] : [`issued by ${issuer}`])];
  return [...parts, ...(digest === null ? [] : [digest]), "not verified"].join(", ");
}

function overlay({ file_offset: offset, size, entropy }: NonNullable<Pe["overlay"]>): string {
  return `${grouped(size)} ${plural(size, "byte")} at 0x${offset.toString(16)}, entropy ${entropy.toFixed(2)}`;
}
