import { type ComponentProps, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useT } from '../providers/i18n.ts';
import { type Captcha, newCaptcha } from './sign-in.ts';

type FieldProps = ComponentProps<'input'> & { label: string; error?: string | undefined };

export function Field({ label, error, ...input }: FieldProps) {
  const id = useId();
  return (
    <div className="k-login-field">
      <label htmlFor={id}>{label}</label>
      <input id={id} {...input} aria-invalid={error ? true : undefined} aria-describedby={error ? `${id}e` : undefined} />
      {error && (
        <p id={`${id}e`} className="k-login-error">
          {error}
        </p>
      )}
    </div>
  );
}

/** Warns while caps lock is on, a frequent cause of wrong passwords. */
export function PasswordField({ label, error, ...input }: FieldProps) {
  const t = useT();
  const id = useId();
  const [caps, setCaps] = useState(false);
  const [visible, setVisible] = useState(false);
  const look = (event: KeyboardEvent<HTMLInputElement>) => setCaps(event.getModifierState('CapsLock'));
  return (
    <div className="k-login-field">
      <label htmlFor={id}>{label}</label>
      <div className="k-login-password">
        <input
          id={id}
          {...input}
          type={visible ? 'text' : 'password'}
          onKeyDown={look}
          onKeyUp={look}
          onBlur={() => setCaps(false)}
          aria-describedby={`${id}c`}
          aria-invalid={error ? true : undefined}
        />
        <button
          type="button"
          aria-label={t(visible ? 'login.hide' : 'login.show')}
          aria-pressed={visible}
          onClick={() => setVisible(!visible)}
        >
          <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="2">
            <path d="M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12z" />
            <circle cx="12" cy="12" r="3" />
            {!visible && <path d="M4 20L20 4" />}
          </svg>
        </button>
      </div>
      <p id={`${id}c`} className="k-login-warning" role="status">
        {caps ? `⚠ ${t('login.capsLock')}` : ''}
      </p>
      {error && <p className="k-login-error">{error}</p>}
    </div>
  );
}

type CaptchaProps = { onChange: (value: { xxs: string; captcha: string }) => void };

/** One captcha picture, valid for one try. */
function Picture({ onChange, onAnother }: CaptchaProps & { onAnother: () => void }) {
  const t = useT();
  const [picture, setPicture] = useState<Captcha | null>(null);
  const [text, setText] = useState('');
  /** What was typed before the picture arrived counts for it. */
  const typed = useRef('');
  useEffect(
    function fetchPicture() {
      let gone = false;
      newCaptcha().then(
        (answer) => {
          if (gone) return;
          setPicture(answer);
          onChange({ xxs: answer.xxs, captcha: typed.current });
        },
        () => setPicture(null),
      );
      return () => {
        gone = true;
      };
    },
    [onChange],
  );
  return (
    <div className="k-login-captcha">
      <Field
        label={t('login.captcha')}
        value={text}
        autoComplete="off"
        spellCheck={false}
        required
        onChange={(event) => {
          setText(event.target.value);
          typed.current = event.target.value.trim();
          onChange({ xxs: picture?.xxs ?? '', captcha: typed.current });
        }}
      />
      <button type="button" onClick={onAnother} title={t('login.captchaNew')} aria-label={t('login.captchaNew')}>
        {picture ? <img alt="" src={`data:image/svg+xml,${encodeURIComponent(picture.svg)}`} /> : '…'}
      </button>
    </div>
  );
}

/** `nonce` changes after each try and loads a new picture. */
export function CaptchaField({ onChange, nonce }: CaptchaProps & { nonce: number }) {
  const [asked, setAsked] = useState(0);
  return <Picture key={`${nonce}/${asked}`} onChange={onChange} onAnother={() => setAsked(asked + 1)} />;
}
