import Input from 'antd/es/input';
import { type ComponentProps, type KeyboardEvent, useId, useState } from 'react';
import { useT } from '../providers/i18n.ts';

type TextProps = { label: string; value: string; onChange: (value: string) => void; error?: string } & Pick<
  ComponentProps<'input'>,
  'autoComplete' | 'readOnly' | 'maxLength' | 'inputMode'
>;

export function TextField({ label, value, onChange, error, ...rest }: TextProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <Input id={id} value={value} onChange={(event) => onChange(event.target.value)} status={error ? 'error' : ''} {...rest} />
      {error && <p className="k-field-error">{error}</p>}
    </div>
  );
}

/** A password input with the caps-lock warning of the specification. */
export function PasswordInput({
  label,
  value,
  onChange,
  error,
  autoComplete,
}: Pick<TextProps, 'label' | 'value' | 'onChange' | 'error' | 'autoComplete'>) {
  const t = useT();
  const id = useId();
  const [caps, setCaps] = useState(false);
  const look = (event: KeyboardEvent) => setCaps(event.getModifierState('CapsLock'));
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <Input.Password
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={look}
        onKeyUp={look}
        onBlur={() => setCaps(false)}
        status={error ? 'error' : ''}
        {...(autoComplete ? { autoComplete } : {})}
      />
      {caps && (
        <p className="k-field-warning" role="status">
          {t('shell.profile.capsLock')}
        </p>
      )}
      {error && <p className="k-field-error">{error}</p>}
    </div>
  );
}
