/** References in the order of the engine's table. */
import type { ReferenceTable } from "../../../engine/program.ts";
import type { ContainerValue } from "../../../store/container.ts";
import { Fields } from "./fields.ts";

export function storeReferences({ from, to, kind, byTarget }: ReferenceTable): ContainerValue {
  return { from, to, kind, byTarget };
}

export function readReferences(value: ContainerValue): ReferenceTable {
  const fields = new Fields("references", value);
  return {
    from: fields.rva("from"),
    to: fields.rva("to"),
    kind: fields.u8("kind"),
    byTarget: fields.u32("byTarget"),
  };
}
