import type { FieldSpec, Mask } from '#contract/core/mask';
import type { Fact } from '#contract/core/related';
import { holdsForMe } from '../../condition.ts';
import { useFields, useText } from '../../field-context.ts';
import type { Row } from '../../kinds/kind.ts';
import { Cell } from '../../kinds/registry.tsx';
import { keyField } from '../../list/columns.ts';
import { repeatsTitle, saysNothing } from '../says-nothing.ts';

const MOST = 7;
/** Kinds that a line cannot hold. The status stands above. */
const LEFT_OUT = new Set<FieldSpec['kind']>(['status', 'lines', 'json', 'image', 'file', 'texts']);

/** The facts of the mask; without facts, the first fields of the record that have a value. */
function fieldsOf(mask: Mask, row: Row): string[] {
  const sections = mask.show?.sections ?? mask.form?.sections ?? [];
  const names =
    mask.facts ??
    [...new Set(sections.flatMap(({ fields }) => fields))].filter(
      (name) => name !== keyField(mask) && !repeatsTitle(mask.fields[name], row[name], row),
    );
  return names.filter((name) => {
    const spec = mask.fields[name];
    return spec && !LEFT_OUT.has(spec.kind) && !saysNothing(spec, row[name]) && (!spec.when || holdsForMe(spec.when, row));
  });
}

/** Label left, value right: fields of the record, then figures that the server counted. */
export function PreviewFacts({ mask, row, counted }: { mask: Mask; row: Row; counted: readonly Fact[] }) {
  const field = useFields();
  const text = useText();
  const own = fieldsOf(mask, row).flatMap((name) => {
    const spec = mask.fields[name];
    return spec ? [{ key: name, label: spec.label, spec, value: row[name], meaning: undefined }] : [];
  });
  const shown = [...own.slice(0, MOST - Math.min(counted.length, 3)), ...counted].slice(0, MOST);
  if (shown.length === 0) return null;
  return (
    <dl className="p-facts">
      {shown.map(({ key, label, spec, value, meaning }) => (
        <div key={key}>
          <dt>{text(label)}</dt>
          <dd data-meaning={meaning}>
            <Cell value={value} field={field(key, spec, row)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
