/** Product ids of Rich headers: which tool of which Visual Studio made an object. */

/** `Utc1900_CPP`, `Linker1400`; `undefined` for ids that no known tool has. */
export function productName(id: number): string | undefined {
  return OLD_PRODUCTS.get(id) ?? releasedName(id);
}

/** The tools of a release have consecutive ids in this order. */
const TOOLS = ["AliasObj", "Cvtpgd", "Cvtres", "Export", "Implib", "Linker", "Masm"];
const COMPILERS = [
  ...["C", "CPP", "CVTCIL_C", "CVTCIL_CPP", "LTCG_C", "LTCG_CPP", "LTCG_MSIL"],
  ...["POGO_I_C", "POGO_I_CPP", "POGO_O_C", "POGO_O_CPP"],
];

/** First id, version of the linker and of the compiler: Visual Studio 2010 SP1, 2012, 2013, its update, 2015 and later. */
const RELEASES = [
  { first: 0xb5, linker: 1010, compiler: 1610 },
  { first: 0xc7, linker: 1100, compiler: 1700 },
  { first: 0xd9, linker: 1200, compiler: 1800 },
  { first: 0xeb, linker: 1210, compiler: 1810 },
  { first: 0xfd, linker: 1400, compiler: 1900 },
];

function releasedName(id: number): string | undefined {
  const release = RELEASES.findLast(({ first }) => id >= first);
  if (release === undefined) return undefined;
  const index = id - release.first;
  const tool = TOOLS[index];
  // The tool that converts profiles has the compiler's version.
  if (tool !== undefined) return `${tool}${tool === "Cvtpgd" ? release.compiler : release.linker}`;
  const compiler = COMPILERS[index - TOOLS.length];
  return compiler === undefined ? undefined : `Utc${release.compiler}_${compiler}`;
}

/** Up to Visual Studio 2010 the order differs from release to release. */
const OLD_PRODUCTS: ReadonlyMap<number, string> = new Map([
  [0x00, "Unmarked"],
  [0x01, "Import0"],
  [0x02, "Linker510"],
  [0x04, "Linker600"],
  [0x06, "Cvtres500"],
  [0x0a, "Utc12_C"],
  [0x0b, "Utc12_CPP"],
  [0x0d, "VisualBasic60"],
  [0x0e, "Masm613"],
  [0x19, "Implib700"],
  [0x1c, "Utc13_C"],
  [0x1d, "Utc13_CPP"],
  [0x3d, "Linker700"],
  [0x3f, "Export700"],
  [0x40, "Masm700"],
  [0x45, "Cvtres700"],
  [0x5a, "Linker710"],
  [0x5c, "Export710"],
  [0x5d, "Implib710"],
  [0x5e, "Cvtres710"],
  [0x5f, "Utc1310_C"],
  [0x60, "Utc1310_CPP"],
  [0x6d, "Utc1400_C"],
  [0x6e, "Utc1400_CPP"],
  [0x78, "Linker800"],
  [0x7a, "Export800"],
  [0x7b, "Implib800"],
  [0x7c, "Cvtres800"],
  [0x7d, "Masm800"],
  [0x83, "Utc1500_C"],
  [0x84, "Utc1500_CPP"],
  [0x91, "Linker900"],
  [0x92, "Export900"],
  [0x93, "Implib900"],
  [0x94, "Cvtres900"],
  [0x95, "Masm900"],
  [0x9a, "Cvtres1000"],
  [0x9b, "Export1000"],
  [0x9c, "Implib1000"],
  [0x9d, "Linker1000"],
  [0x9e, "Masm1000"],
  [0xaa, "Utc1600_C"],
  [0xab, "Utc1600_CPP"],
]);
