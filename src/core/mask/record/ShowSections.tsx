import type { Mask, Section } from '#contract/core/mask';
import { useFields, useText } from '../field-context.ts';
import type { CellProps, Row } from '../kinds/kind.ts';
import { LinesTable } from '../kinds/LinesTable.tsx';
import { Cell } from '../kinds/registry.tsx';
import { visibleFields } from './validate.ts';

/** Lines are shown as a table if there is room. */
function Value({ value, field }: CellProps) {
  const { spec } = field;
  return spec.kind === 'lines' ? <LinesTable value={value} field={{ ...field, spec }} /> : <Cell value={value} field={field} />;
}

/** A read-only record: the form's sections with values formatted as in the list. */
export function ShowSections({ mask, sections, row }: { mask: Mask; sections: readonly Section[]; row: Row }) {
  const text = useText();
  const field = useFields();
  return sections.map((section) => {
    const names = visibleFields(mask, section, row);
    if (names.length === 0) return null;
    return (
      <section key={section.key} className="m-section" aria-label={text(section.label)}>
        <h2>{text(section.label)}</h2>
        <dl className="m-show">
          {names.map((name) => {
            const spec = mask.fields[name];
            return spec ? (
              <div key={name} className={spec.kind === 'json' || spec.kind === 'lines' ? 'm-across' : undefined}>
                <dt>{text(spec.label)}</dt>
                <dd>
                  <Value value={row[name]} field={field(name, spec, row)} />
                </dd>
              </div>
            ) : null;
          })}
        </dl>
      </section>
    );
  });
}
