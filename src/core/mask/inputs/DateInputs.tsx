import { useRef } from 'react';
import { Icon } from '../../../layout/icons.tsx';
import { asText } from '../kinds/kind.ts';
import type { InputProps } from './input.ts';
import { ParsedInput } from './TextInputs.tsx';
import './date-inputs.css';

const two = (n: number): string => String(n).padStart(2, '0');
/** An instant in local time, in the format of the browser's input. */
function localText(value: unknown): string {
  const at = new Date(asText(value));
  if (asText(value) === '' || Number.isNaN(at.getTime())) return '';
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
}
const instantOf = (text: string): string | null => {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
};

/** Conversion to and from the values of the browser's picker. */
const PICKERS = {
  date: { type: 'date', toNative: (value: unknown) => asText(value).slice(0, 10), fromNative: (text: string) => text || null },
  instant: { type: 'datetime-local', toNative: localText, fromNative: instantOf },
} as const;

/**
 * A date or time, typed in the format of lists or in German format. The native field would use the order of the browser's language. The
 * native picker opens by the button, or with Alt and ↓.
 */
function PickedInput({ of, ...props }: InputProps & { of: keyof typeof PICKERS }) {
  const picker = useRef<HTMLInputElement>(null);
  const { type, toNative, fromNative } = PICKERS[of];
  const open = (): void => picker.current?.showPicker();
  return (
    <span
      className="m-picked"
      onKeyDown={(event) => {
        if (!event.altKey || event.key !== 'ArrowDown' || props.disabled) return;
        event.preventDefault();
        open();
      }}
    >
      <ParsedInput {...props} placeholder={props.field.t(`picked.${of}`)} />
      <input
        ref={picker}
        type={type}
        tabIndex={-1}
        aria-hidden
        disabled={props.disabled}
        value={toNative(props.value)}
        onChange={(event) => props.onChange(fromNative(event.target.value))}
      />
      <button
        type="button"
        className="m-icon-button"
        tabIndex={-1}
        disabled={props.disabled}
        aria-label={props.field.t('picked.open')}
        onClick={open}
      >
        <Icon name="calendar" />
      </button>
    </span>
  );
}

export const DateInput = (props: InputProps) => <PickedInput {...props} of="date" />;
export const InstantInput = (props: InputProps) => <PickedInput {...props} of="instant" />;
