import type { FieldKind, FieldSpec, Mask, Section, Text } from '#contract/core/mask';
import type { Fact } from '#contract/core/related';
import { useT } from '../../../providers/i18n.ts';
import { useFields, useText } from '../field-context.ts';
import { asText, type CellProps, type Row } from '../kinds/kind.ts';
import { LinesTable } from '../kinds/LinesTable.tsx';
import { Cell } from '../kinds/registry.tsx';
import { saysNothing } from './says-nothing.ts';
import { visibleFields } from './validate.ts';

/** The label of the price of a single band, which is read as a field and not as a table of one row. */
function singlePrice(spec: FieldSpec, value: unknown): Text | undefined {
  if (spec.kind !== 'lines' || spec.until === undefined || !Array.isArray(value) || value.length !== 1) return undefined;
  return Object.entries(spec.columns).find(([name]) => name !== spec.until)?.[1].label;
}

/** Lines are shown as a table if there is room. */
function Value({ value, field, asTable }: CellProps & { asTable: boolean }) {
  const { spec } = field;
  return spec.kind === 'lines' && asTable ? <LinesTable value={value} field={{ ...field, spec }} /> : <Cell value={value} field={field} />;
}

/** Values that need a line of their own beside or below their label. */
const LONG: ReadonlySet<FieldKind> = new Set(['address', 'texts', 'json', 'references', 'tags', 'image', 'file']);
/** Text in lines, as somebody typed it. */
const isTyped = (spec: FieldSpec): boolean => spec.kind === 'text' && spec.multiline === true;
/** Text and structures take the whole line: in a column they would be a tower of words. */
const isWide = (spec: FieldSpec): boolean => spec.kind === 'json' || isTyped(spec);
/** Entries of a list stand below each other. */
const isList = (spec: FieldSpec, value: unknown): value is string[] =>
  spec.kind === 'json' && Array.isArray(value) && value.every((one) => typeof one === 'string');
/** Characters of a code that fit beside its label, in the column of details. */
const CODE = 22;
const isLong = (spec: FieldSpec, value: unknown): boolean =>
  LONG.has(spec.kind) || isTyped(spec) || (spec.kind === 'text' && spec.mono === true && asText(value).length > CODE);

type Props = { mask: Mask; sections: readonly Section[]; row: Row; facts?: readonly Fact[] };
/**
 * Sections of a record for reading, with values formatted as in the list. Fields without a value are left out. Figures that the server counted follow
 * the fields of their section.
 */
export function ShowSections({ mask, sections, row, facts = [] }: Props) {
  const text = useText();
  const field = useFields();
  const t = useT();
  return sections.map((section) => {
    const names = visibleFields(mask, section, row).filter((name) => !saysNothing(mask.fields[name], row[name]));
    const counted = facts.filter((fact) => fact.section === section.key);
    if (names.length + counted.length === 0) return null;
    return (
      <section key={section.key} className="m-section" data-part={section.key} tabIndex={-1} aria-label={text(section.label)}>
        <h2>{text(section.label)}</h2>
        <dl className="m-show">
          {names.map((name) => {
            const spec = mask.fields[name];
            if (!spec) return null;
            const price = singlePrice(spec, row[name]);
            const asTable = spec.kind === 'lines' && price === undefined;
            const isAcross = asTable || isWide(spec);
            // The heading of the section already names lines, and what stands alone in it.
            const isHeadless = asTable || (isAcross && names.length === 1);
            const shape = isAcross ? 'm-across m-long' : isLong(spec, row[name]) ? 'm-long' : '';
            return (
              <div key={name} className={`${shape} ${isHeadless ? 'm-headless' : ''}`.trim() || undefined}>
                <dt>{text(price ?? spec.label)}</dt>
                <dd className={isTyped(spec) || isList(spec, row[name]) ? 'm-typed' : undefined}>
                  <Value
                    value={isList(spec, row[name]) ? row[name].join('\n') : row[name]}
                    field={field(name, spec, row)}
                    asTable={asTable}
                  />
                </dd>
              </div>
            );
          })}
          {counted.map(({ key, label, spec, value, note, meaning }) => (
            <div key={key} className={note ? 'm-across m-long' : undefined}>
              <dt>{text(label)}</dt>
              <dd data-meaning={meaning}>
                <Cell value={value} field={field(key, spec, row)} />
                {note ? <p className="m-fact-note">{typeof note.text === 'string' ? t(note.text, note.values) : text(note.text)}</p> : null}
              </dd>
            </div>
          ))}
        </dl>
      </section>
    );
  });
}
