import type { Mask } from '#contract/mask';
import { titleOf } from '../data.ts';
import { useFields, useText } from '../field-context.ts';
import { asText, isNothing, type Row } from '../kinds/kind.ts';
import { Cell } from '../kinds/registry.tsx';
import { rowId } from '../list/selection.ts';

/** One label a row: its name, the fields asked for, and its code in large letters. */
export function SheetLabels({ mask, fields, rows }: { mask: Mask; fields: readonly string[]; rows: readonly Row[] }) {
  const text = useText();
  const field = useFields();
  const codeField = Object.keys(mask.fields).find((name) => mask.fields[name]?.kind === 'barcode');
  return rows.map((row) => (
    <article key={rowId(row)} className="m-label-sheet">
      <h1>{titleOf(row)}</h1>
      <dl>
        {fields
          .filter((name) => name !== codeField && !isNothing(row[name]))
          .map((name) => {
            const spec = mask.fields[name];
            return spec ? (
              <div key={name}>
                <dt>{text(spec.label)}</dt>
                <dd>
                  <Cell value={row[name]} field={field(name, spec, row)} />
                </dd>
              </div>
            ) : null;
          })}
      </dl>
      {codeField && !isNothing(row[codeField]) ? <p className="m-label-code">{asText(row[codeField])}</p> : null}
    </article>
  ));
}
