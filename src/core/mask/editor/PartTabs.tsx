import Button from 'antd/es/button';
import { useState } from 'react';
import type { FieldSpec, Mask, Section } from '#contract/core/mask';
import { useMaskT, useText } from '../field-context.ts';
import { LabelInput } from './LabelInput.tsx';
import { OrderedList } from './OrderedList.tsx';

type TabProps = { mask: Mask; onChange: (mask: Mask) => void };

function useLabels(mask: Mask) {
  const text = useText();
  const labelOf = (name: string): string => text(mask.fields[name]?.label ?? name);
  const offer = (used: readonly string[]) =>
    Object.keys(mask.fields)
      .filter((name) => !used.includes(name))
      .map((value) => ({ value, label: labelOf(value) }));
  return { labelOf, offer };
}

const FLAGS = ['required', 'readOnly', 'sort'] as const;
const FLAG_TEXTS = { required: 'editor.isRequired', readOnly: 'editor.isReadOnly', sort: 'editor.isSort' } as const;

export function FieldsTab({ mask, onChange }: TabProps) {
  const t = useMaskT();
  const text = useText();
  const put = (name: string, spec: FieldSpec): void => onChange({ ...mask, fields: { ...mask.fields, [name]: spec } });
  return (
    <ul className="m-ordered">
      {Object.entries(mask.fields).map(([name, spec]) => (
        <li key={name}>
          <details>
            <summary title={name}>
              <strong>{text(spec.label)}</strong>
            </summary>
            <div className="m-stack">
              <p className="m-quiet m-field-key">
                {name} · {spec.kind}
              </p>
              <LabelInput label={spec.label} onChange={(label) => put(name, { ...spec, label })} />
              <div className="m-inline">
                {FLAGS.map((flag) => (
                  <label key={flag} className="m-inline">
                    <input
                      type="checkbox"
                      className="m-check"
                      checked={spec[flag] ?? false}
                      onChange={(event) => put(name, { ...spec, [flag]: event.target.checked })}
                    />
                    {t(FLAG_TEXTS[flag])}
                  </label>
                ))}
              </div>
            </div>
          </details>
        </li>
      ))}
    </ul>
  );
}

export function ColumnsTab({ mask, onChange }: TabProps) {
  const t = useMaskT();
  const { labelOf, offer } = useLabels(mask);
  type Col = Mask['columns'][number];
  const put = (index: number, change: Partial<Col>): void =>
    onChange({ ...mask, columns: mask.columns.map((column, i) => (i === index ? { ...column, ...change } : column)) });
  return (
    <OrderedList
      items={mask.columns}
      keyOf={(column) => column.field}
      labelOf={(column) => labelOf(column.field)}
      offered={offer(mask.columns.map((column) => column.field))}
      // Shown even while its value is the same in every row, as a new field is empty in all of them.
      make={(field): Col => ({ field, hidden: false })}
      onChange={(columns) => onChange({ ...mask, columns })}
    >
      {(column, index) => (
        <>
          <label className="m-inline">
            {t('editor.width')}
            <input
              className="m-input m-short"
              inputMode="numeric"
              value={column.width ?? ''}
              onChange={(event) => {
                const width = Number(event.target.value);
                const { width: _, ...rest } = column;
                if (event.target.value === '') onChange({ ...mask, columns: mask.columns.map((other, i) => (i === index ? rest : other)) });
                else if (Number.isInteger(width)) put(index, { width });
              }}
            />
          </label>
          <label className="m-inline">
            <input
              type="checkbox"
              className="m-check"
              checked={column.hidden ?? false}
              onChange={(event) => put(index, { hidden: event.target.checked })}
            />
            {t('editor.hidden')}
          </label>
        </>
      )}
    </OrderedList>
  );
}

export function FiltersTab({ mask, onChange }: TabProps) {
  const { labelOf, offer } = useLabels(mask);
  return (
    <OrderedList
      items={mask.filters}
      keyOf={(name) => name}
      labelOf={labelOf}
      offered={offer(mask.filters)}
      make={(name) => name}
      onChange={(filters) => onChange({ ...mask, filters })}
    />
  );
}

function OneSection({ mask, section, onChange }: { mask: Mask; section: Section; onChange: (section: Section) => void }) {
  const t = useMaskT();
  const { labelOf, offer } = useLabels(mask);
  return (
    <details className="m-wide-item">
      <summary>
        {t('editor.tab.fields')} ({section.fields.length})
      </summary>
      <LabelInput label={section.label} onChange={(label) => onChange({ ...section, label })} />
      <OrderedList
        items={section.fields}
        keyOf={(name) => name}
        labelOf={labelOf}
        offered={offer(section.fields)}
        make={(name) => name}
        onChange={(fields) => onChange({ ...section, fields })}
      />
    </details>
  );
}

export function SectionsTab({ mask, part, onChange }: TabProps & { part: 'form' | 'show' }) {
  const t = useMaskT();
  const text = useText();
  const [made, setMade] = useState(1);
  const sections = mask[part]?.sections ?? [];
  const put = (next: Section[]): void => {
    if (part === 'form') onChange({ ...mask, form: { layout: mask.form?.layout ?? 'page', sections: next } });
    else onChange({ ...mask, show: { sections: next } });
  };
  const add = (): void => {
    const [first] = Object.keys(mask.fields);
    const label = { en: t('editor.section'), cn: '分区', de: 'Abschnitt' };
    if (first) put([...sections, { key: `section${sections.length + made}`, label, fields: [first] }]);
    setMade(made + 1);
  };
  return (
    <div className="m-stack">
      <OrderedList
        items={sections}
        keyOf={(section) => section.key}
        labelOf={(section) => text(section.label)}
        offered={[]}
        make={(key): Section => ({ key, label: key, fields: [] })}
        onChange={put}
      >
        {(section, index) => (
          <OneSection mask={mask} section={section} onChange={(next) => put(sections.map((other, i) => (i === index ? next : other)))} />
        )}
      </OrderedList>
      <div>
        <Button onClick={add}>{t('editor.addSection')}</Button>
      </div>
    </div>
  );
}
