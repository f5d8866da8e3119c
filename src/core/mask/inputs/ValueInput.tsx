import { useState } from 'react';
import { asText } from '../kinds/kind.ts';
import { ariaOf, type InputProps } from './input.ts';
import { BooleanInput, ParsedInput, TextInput } from './TextInputs.tsx';

/** The kinds of a free value, and what each begins with. */
export const VALUE_KINDS = { text: '', number: 0, boolean: false, list: [] } as const;
export type ValueKind = keyof typeof VALUE_KINDS;
/** Null: there is no value yet. */
export const valueKind = (value: unknown): ValueKind | null =>
  Array.isArray(value)
    ? 'list'
    : typeof value === 'boolean' || typeof value === 'number'
      ? (typeof value as 'boolean' | 'number')
      : typeof value === 'string'
        ? 'text'
        : null;

const trimmed = (lines: readonly string[]): string[] => lines.filter((line) => line.trim() !== '');

/** One entry a line. An empty line is there only while it is being typed. */
function ListInput(props: InputProps) {
  const lines = Array.isArray(props.value) ? props.value.map(asText) : [];
  return (
    <textarea
      {...ariaOf(props)}
      className="m-input"
      rows={Math.max(2, lines.length + 1)}
      value={lines.join('\n')}
      onChange={(event) => props.onChange(event.target.value.split('\n'))}
      onBlur={() => props.onChange(trimmed(lines))}
    />
  );
}

/** A value by its kind: a text, a number, yes or no. */
export function KindInput({ of, ...props }: InputProps & { of: ValueKind }) {
  const { field } = props;
  const { label } = field.spec;
  if (of === 'list') return <ListInput {...props} />;
  if (of === 'boolean') return <BooleanInput {...props} />;
  if (of === 'number') return <ParsedInput {...props} field={{ ...field, spec: { kind: 'number', label } }} />;
  return <TextInput {...props} field={{ ...field, spec: { kind: 'text', label } }} />;
}

/** A free value. The kind is chosen for a new one only, because what reads a stored one expects its kind. */
export function ValueInput(props: InputProps) {
  const { field, id, value, disabled, onChange } = props;
  const [isNew] = useState(value === null || value === undefined);
  const of = valueKind(value) ?? 'text';
  return (
    <>
      {isNew ? (
        <select
          aria-label={field.t('values.kind')}
          id={`${id}-kind`}
          className="m-input"
          disabled={disabled}
          value={of}
          onChange={(event) => {
            const chosen = Object.entries(VALUE_KINDS).find(([key]) => key === event.target.value);
            if (chosen) onChange(chosen[1]);
          }}
        >
          {Object.keys(VALUE_KINDS).map((key) => (
            <option key={key} value={key}>
              {field.t(`values.${key}`)}
            </option>
          ))}
        </select>
      ) : null}
      <KindInput {...props} of={of} />
    </>
  );
}
