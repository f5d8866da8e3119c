import type { Mask } from '#contract/mask';
import { titleOf } from '../data.ts';
import type { MakeField } from '../field-context.ts';
import { isNothing, type Row } from '../kinds/kind.ts';
import { kindOf } from '../kinds/registry.tsx';

/** What a record is called: its server-made title, else what its list shows first. */
export function nameOf(mask: Mask, row: Row, field: MakeField): string {
  if (typeof row['rowTitle'] === 'string' && row['rowTitle'] !== '') return row['rowTitle'];
  for (const { field: name } of mask.columns) {
    const spec = mask.fields[name];
    if (!spec || isNothing(row[name]) || ['image', 'boolean', 'status'].includes(spec.kind)) continue;
    return kindOf(spec).format(row[name], field(name, spec, row));
  }
  return titleOf(row);
}
