import type { Mask, Section } from '#contract/mask';
import { useFields, useText } from '../field-context.ts';
import type { Row } from '../kinds/kind.ts';
import { Cell } from '../kinds/registry.tsx';
import { visibleFields } from './validate.ts';

/** A record to read: the same sections as the form, values as in the list. */
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
              <div key={name} className={spec.kind === 'json' ? 'm-across' : undefined}>
                <dt>{text(spec.label)}</dt>
                <dd>
                  <Cell value={row[name]} field={field(name, spec, row)} />
                </dd>
              </div>
            ) : null;
          })}
        </dl>
      </section>
    );
  });
}
