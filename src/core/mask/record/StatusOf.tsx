import type { Mask } from '#contract/core/mask';
import { useFields } from '../field-context.ts';
import { isNothing, type Row } from '../kinds/kind.ts';
import { Cell } from '../kinds/registry.tsx';

/** The record's status beside the title, if the mask has one. */
export function StatusOf({ mask, row }: { mask: Mask; row: Row }) {
  const field = useFields();
  const found = Object.entries(mask.fields).find(([name, spec]) => spec.kind === 'status' && !isNothing(row[name]));
  if (!found) return null;
  const [name, spec] = found;
  return <Cell value={row[name]} field={field(name, spec, row)} />;
}
