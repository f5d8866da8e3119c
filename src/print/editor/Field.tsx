import { type ReactNode, useId, useState } from 'react';
import { PICTOGRAMS } from '#contract/printing/pictograms';
import { useRuleText } from '../../core/mask/record/FieldRow.tsx';
import { useT } from '../../providers/i18n.ts';
import { useBench } from './bench.ts';
import { ConditionField } from './ConditionField.tsx';
import { at } from './element-path.ts';
import type { Prop } from './parts.ts';
import { TemplateField } from './TemplateField.tsx';
import { tablesOf, type Value } from './values.ts';

export type InputOf = { id: string; value: unknown; invalid: boolean; describedBy: string | undefined; onChange: (value: unknown) => void };

const UNITS: Partial<Record<Prop['as'], string>> = { mm: 'mm', pt: 'pt' };

function NumberInput({ id, value, invalid, describedBy, onChange, optional }: InputOf & { optional: boolean }) {
  // The text being typed may not be a number yet: "1," or empty.
  const [typed, setTyped] = useState<string | null>(null);
  const put = (text: string): void => {
    setTyped(text);
    const number = Number(text.replace(',', '.'));
    if (text.trim() === '') {
      if (optional) onChange(undefined);
    } else if (Number.isFinite(number)) onChange(number);
  };
  return (
    <input
      id={id}
      className="m-input m-input-end"
      inputMode="decimal"
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      value={typed ?? (typeof value === 'number' ? String(value) : '')}
      onChange={(event) => put(event.target.value)}
      onBlur={() => setTyped(null)}
    />
  );
}

type Options = readonly { value: string | number; label: string }[];

function ChoiceInput({ id, value, invalid, describedBy, onChange, optional, options }: InputOf & { optional: boolean; options: Options }) {
  return (
    <select
      id={id}
      className="m-select"
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      value={value === undefined ? '' : String(value)}
      onChange={(event) => onChange(options.find((option) => String(option.value) === event.target.value)?.value)}
    >
      {optional || value === undefined ? <option value="">–</option> : null}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

const BLACK = '#000000';

function InkInput({ id, value, describedBy, onChange, optional }: InputOf & { optional: boolean }) {
  const t = useT();
  const ink = typeof value === 'string' ? value : undefined;
  return (
    <span className="pe-ink">
      <input
        id={id}
        type="color"
        className="m-color"
        data-none={ink === undefined}
        aria-describedby={describedBy}
        value={ink ?? BLACK}
        onChange={(event) => onChange(event.target.value)}
      />
      {optional && ink !== undefined ? (
        <button type="button" className="m-icon-button" aria-label={t('printEditor.noInk')} onClick={() => onChange(undefined)}>
          ×
        </button>
      ) : (
        <span className="m-quiet m-mono">{ink ?? '–'}</span>
      )}
    </span>
  );
}

type Props = { prop: Prop; base: string /** Values that take precedence over the document's own. */; own?: readonly Value[] };

/** One property of the part at `base`, with its faults below. */
export function Field({ prop, base, own = [] }: Props) {
  const t = useT();
  const ruleText = useRuleText();
  const { document, layout, put, faultsAt } = useBench();
  const id = useId();
  const path = `${base}.${prop.name}`;
  const faults = faultsAt(path);
  const optional = prop.optional === true;
  const label = t(`printEditor.field.${prop.label ?? prop.name}`);
  const input: InputOf = {
    id,
    value: at(layout, path),
    invalid: faults.length > 0,
    describedBy: faults.length > 0 ? `${id}-faults` : undefined,
    onChange: (value) => put(path, value),
  };
  const choices = (values: readonly string[]): Options => values.map((value) => ({ value, label: value }));
  const inputOf = (): ReactNode => {
    switch (prop.as) {
      case 'mm':
      case 'pt':
      case 'number':
        return <NumberInput key={path} {...input} optional={optional} />;
      case 'flag':
        return (
          <input
            id={id}
            type="checkbox"
            className="m-check"
            checked={input.value === true}
            onChange={(event) => input.onChange(event.target.checked || !optional ? event.target.checked : undefined)}
          />
        );
      case 'choice':
        return (
          <ChoiceInput
            {...input}
            optional={optional}
            options={prop.options.map((value) => ({
              value,
              label: typeof value === 'number' ? `${value}°` : prop.plain ? value : t(`printEditor.choice.${value}`),
            }))}
          />
        );
      case 'ink':
        return <InkInput {...input} optional={optional} />;
      case 'rows':
        return <ChoiceInput {...input} optional={false} options={choices(tablesOf(document))} />;
      case 'sum':
        return (
          <ChoiceInput {...input} optional options={choices(own.filter(({ kind }) => kind === 'number').map(({ path: name }) => name))} />
        );
      case 'pictogram':
        return (
          <>
            <input
              {...{ id, className: 'm-input', list: `${id}-names`, maxLength: 600 }}
              aria-invalid={input.invalid || undefined}
              aria-describedby={input.describedBy}
              value={typeof input.value === 'string' ? input.value : ''}
              onChange={(event) => input.onChange(event.target.value)}
            />
            <datalist id={`${id}-names`}>
              {PICTOGRAMS.map((name) => (
                <option key={name} value={name} />
              ))}
            </datalist>
          </>
        );
      case 'template':
        return <TemplateField {...input} optional={optional} label={label} lines={prop.lines ?? 1} own={own} />;
      case 'condition':
        return <ConditionField {...input} label={label} own={own} />;
    }
  };
  const wide = prop.as === 'template' || prop.as === 'condition' || prop.as === 'pictogram' || prop.as === 'rows';
  const flag = prop.as === 'flag';
  return (
    <div className={`pe-field${wide ? ' pe-wide' : ''}${flag ? ' pe-flag' : ''}${input.invalid ? ' pe-faulty' : ''}`}>
      {prop.as === 'condition' ? null : (
        <label htmlFor={id}>
          {label}
          {UNITS[prop.as] ? <span className="m-quiet"> {UNITS[prop.as]}</span> : null}
        </label>
      )}
      {inputOf()}
      {faults.length > 0 ? (
        <p id={`${id}-faults`} className="pe-fault">
          {faults.map((fault) => [ruleText(fault.rule), fault.value && `(${fault.value})`].filter(Boolean).join(' ')).join(' · ')}
        </p>
      ) : null}
    </div>
  );
}

/** Properties side by side. Long ones have their own line. */
export function Fields({ props, base, own }: { props: readonly Prop[]; base: string; own?: readonly Value[] }) {
  return (
    <div className="pe-fields">
      {props.map((prop) => (
        <Field key={`${base}.${prop.name}`} prop={prop} base={base} {...(own ? { own } : {})} />
      ))}
    </div>
  );
}
