import { useState } from 'react';
import type { FieldSpec } from '#contract/core/mask';
import { asText } from '../kinds/kind.ts';
import { kindOf } from '../kinds/registry.tsx';
import { CountryInput } from './CountryInput.tsx';
import { editorOf } from './editor.tsx';
import { ariaOf, type InputProps } from './input.ts';

/** Free text. When cleared, the value is an empty text, not null, so that it fits columns that are not nullable. */
export function TextInput(props: InputProps) {
  const { field, value, onChange } = props;
  const { spec } = field;
  const editor = spec.kind === 'text' && editorOf({ ...props, field: { ...field, spec } });
  if (editor) return editor;
  if (spec.kind === 'text' && spec.pattern === 'countryCode') return <CountryInput {...props} />;
  const mono = spec.kind === 'barcode' || (spec.kind === 'text' && spec.mono);
  const shared = {
    ...ariaOf(props),
    className: `m-input${mono ? ' m-mono' : ''}`,
    value: asText(value),
    ...(spec.kind === 'text' && spec.maxLength ? { maxLength: spec.maxLength } : {}),
  };
  if (spec.kind === 'text' && spec.multiline) {
    const [standard] = spec.standard ?? [];
    return <textarea {...shared} rows={standard ? 7 : 4} placeholder={standard} onChange={(event) => onChange(event.target.value)} />;
  }
  return <input {...shared} type="text" autoComplete="off" onChange={(event) => onChange(event.target.value)} />;
}

const TYPES: Partial<Record<InputProps['field']['spec']['kind'], string>> = { email: 'email', phone: 'tel', url: 'url' };

/** Days are a word and minutes are typed as hours: neither is a sign beside a figure. */
const WORDS = new Set<string | undefined>(['d', 'min']);
const unitOf = (spec: FieldSpec): string | undefined => (spec.kind === 'number' && !WORDS.has(spec.unit) ? spec.unit : undefined);

/**
 * A value typed as text and parsed by its kind: numbers with units, mail addresses, codes. While the field has the focus, the text stays as
 * typed. On blur it is formatted as in the list.
 */
export function ParsedInput({ placeholder, ...props }: InputProps & { placeholder?: string }) {
  const { field, value, unread, onChange, onUnread } = props;
  const kind = kindOf(field.spec);
  const written = value === null || value === undefined || value === '' ? '' : kind.format(value, field);
  const [typing, setTyping] = useState<string | null>(null);
  const put = (text: string): void => {
    setTyping(text);
    const parsed = kind.parse(text, field);
    if ('value' in parsed) onChange(parsed.value ?? (typeof value === 'string' ? '' : null));
    else onUnread(text, parsed.rule, parsed.params);
  };
  return (
    <input
      {...ariaOf(props)}
      type={TYPES[field.spec.kind] ?? 'text'}
      inputMode={kind.exportAs === 'number' ? 'decimal' : undefined}
      autoComplete="off"
      placeholder={placeholder ?? kind.unit ?? unitOf(field.spec)}
      className={`m-input${kind.align === 'end' ? ' m-input-end' : ''}${kind.mono ? ' m-mono' : ''}`}
      value={typing ?? unread ?? written}
      onChange={(event) => put(event.target.value)}
      onBlur={() => setTyping(null)}
    />
  );
}

export function BooleanInput(props: InputProps) {
  const { field, value, onChange } = props;
  return (
    <label className="m-inline">
      <input
        {...ariaOf(props)}
        type="checkbox"
        className="m-check"
        checked={value === true}
        onChange={(event) => onChange(event.target.checked)}
      />
      {field.t(value === true ? 'yes' : 'no')}
    </label>
  );
}

export function ColorInput(props: InputProps) {
  const { field, value, onChange } = props;
  return (
    <span className="m-inline">
      <input
        type="color"
        className="m-color"
        aria-label={field.text(field.spec.label)}
        disabled={props.disabled}
        // The native colour field always has a colour. Without a value it is shown crossed out.
        data-none={asText(value) === ''}
        value={asText(value) || '#ffffff'}
        onChange={(event) => onChange(event.target.value)}
      />
      <ParsedInput {...props} />
    </span>
  );
}
