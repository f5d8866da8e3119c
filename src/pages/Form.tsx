import Input from 'antd/es/input';
import { type ComponentProps, type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { AtFoot } from '../core/mask/record/AtFoot.tsx';
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

type ButtonsProps = {
  /** Whether the form can be sent. On a phone its buttons then stand at the foot of the page, in reach of a thumb; `form` binds them to it. */
  isReady: boolean;
  children: ReactNode;
};

/** The buttons of one of several forms of a page. */
export function FormButtons({ isReady, children }: ButtonsProps) {
  return <div className="k-form-buttons">{isReady ? <AtFoot>{children}</AtFoot> : children}</div>;
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
