import { useId, useState } from 'react';
import type { FieldError } from '#contract/core/envelope';
import type { FieldSpec } from '#contract/core/mask';
import { hasText, useT } from '../../../providers/i18n.ts';
import { useFields } from '../field-context.ts';
import type { InputProps } from '../inputs/input.ts';
import { inputOf } from '../inputs/registry.tsx';
import type { FieldContext, Params, Row } from '../kinds/kind.ts';
import { kindOf } from '../kinds/registry.tsx';
import type { Unread } from './form-store.ts';
import { spanOf, spanStyle } from './spans.ts';

/** The message of a violated rule: a rule of the engine, a sentence of an area by its full key, or a rule of the server. */
export function useRuleText(): (rule: string, params?: Params) => string {
  const t = useT();
  return (rule, params) => {
    if (rule.includes('.')) return t(rule, params);
    // A row of an import can be refused with an error code that elsewhere applies to a whole call.
    const family = ['mask.rules', 'rules', 'errors'].find((one) => hasText(`${one}.${rule}`)) ?? 'rules';
    return t(`${family}.${rule}`, params);
  };
}

/** The limits of a field, shown before there is an error. */
function ruleHint(field: FieldContext): string {
  const { spec, t } = field;
  if (spec.kind === 'number') {
    // Limits of agreed hours are minutes, and are said as the hours that people type.
    const limit = (n: number) => (spec.hours ? kindOf(spec).format(n, field) : n);
    if (spec.min !== undefined && spec.max !== undefined) return t('hint.between', { min: limit(spec.min), max: limit(spec.max) });
    if (spec.min !== undefined) return t('hint.min', { min: limit(spec.min) });
    if (spec.max !== undefined) return t('hint.max', { max: limit(spec.max) });
  }
  if (spec.kind === 'text' && spec.pattern) return t(`rules.${spec.pattern}`);
  if (spec.kind === 'text' && spec.maxLength !== undefined && spec.maxLength <= 40) return t('hint.length', { max: spec.maxLength });
  return spec.kind === 'weight' || spec.kind === 'size' || spec.kind === 'volume' ? t(`hint.${spec.kind}`) : '';
}

export type FieldRowProps = {
  name: string;
  /** Columns of twelve in its row. Absent where fields stand below each other. */
  span?: number | undefined;
  spec: FieldSpec;
  row: Row;
  formId: string;
  errors: readonly FieldError[];
  unread: Unread | undefined;
  changed: boolean;
  onChange: (name: string, value: unknown) => void;
  onUnread: (name: string, unread: Unread) => void;
  onLabels: (labels: Row) => void;
  /** False: without the limits of the field, which its input enforces. Its help and its errors are shown. */
  hints?: boolean;
};

/** For an error inside lines: the number of the line. */
const place = (name: string, path: string): string => {
  const at = path.startsWith(`${name}.`) ? Number(path.slice(name.length + 1).split('.')[0]) : Number.NaN;
  return Number.isInteger(at) ? `${at + 1}: ` : '';
};

/** Lines and the inputs of areas take the whole width. */
const isWide = (spec: FieldSpec): boolean => spec.kind === 'lines' || ('editor' in spec && spec.editor !== undefined);

export const inputId = (formId: string, name: string): string => `${formId}-${name}`;

export function FieldRow(props: FieldRowProps) {
  const { name, span, spec, row, formId, errors, unread, changed, onChange, onUnread, onLabels, hints = true } = props;
  const field = useFields()(name, spec, row);
  const ruleText = useRuleText();
  const hintId = useId();
  const [inside, setInside] = useState(false);
  // An incomplete mail address is no error while typing, unless saving was tried.
  const typing = inside && errors.length === 0;
  const faults = unread
    ? typing
      ? []
      : [ruleText(unread.rule, unread.params)]
    : errors.map((error) => `${place(name, error.path)}${ruleText(error.rule, error.params)}`);
  const help = [spec.help ? field.text(spec.help) : '', hints ? ruleHint(field) : ''].filter(Boolean).join(' ');
  const input: InputProps = {
    field,
    id: inputId(formId, name),
    value: row[name],
    unread: unread?.text,
    invalid: faults.length > 0,
    errors,
    describedBy: faults.length > 0 || help ? hintId : undefined,
    disabled: false,
    onChange: (value) => onChange(name, value),
    onUnread: (text, rule, params) => onUnread(name, { text, rule, ...(params ? { params } : {}) }),
    onLabels,
  };
  const { Input } = inputOf(spec);
  return (
    <div
      data-span={spanOf(spec)}
      style={spanStyle(span)}
      className={`m-field${isWide(spec) ? ' m-field-wide' : ''}${changed ? ' m-changed' : ''}${faults.length > 0 ? ' m-faulty' : ''}`}
      onFocus={() => setInside(true)}
      onBlur={() => setInside(false)}
    >
      <label htmlFor={input.id} className="m-label">
        {field.text(spec.label)}
        {spec.required ? (
          <span className="m-required" title={field.t('required')} aria-hidden>
            *
          </span>
        ) : null}
        {spec.required ? <span className="m-hidden">{field.t('required')}</span> : null}
      </label>
      <Input {...input} />
      {faults.length > 0 || help ? (
        <p id={hintId} className={faults.length > 0 ? 'm-fault' : 'm-quiet'}>
          {faults.length > 0 ? faults.join(' ') : help}
        </p>
      ) : null}
    </div>
  );
}
