import { type FormEvent, useCallback, useState } from 'react';
import { useT } from '../providers/i18n.ts';
import { usePublicConfig } from '../providers/public-config.ts';
import { CaptchaField, Field, PasswordField } from './Fields.tsx';
import { signIn } from './sign-in.ts';

const SAMPLE_PASSWORD = 'kontor-sample';
const SAMPLE_ACCOUNTS = ['admin', 'manager', 'employee', 'merchant', 'warehouse', 'carrier', 'finance'];

type Props = { onSignedIn: () => void; onTyping: () => void; go: (path: string) => void };

export function LoginForm({ onSignedIn, onTyping, go }: Props) {
  const t = useT();
  const { sample } = usePublicConfig();
  const [account, setAccount] = useState('');
  const [passwd, setPasswd] = useState('');
  const [totp, setTotp] = useState<string | null>(null);
  const [hasDevice, setHasDevice] = useState(true);
  const [captcha, setCaptcha] = useState<{ xxs: string; captcha: string } | null>(null);
  const [tries, setTries] = useState(0);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const [seconds, setSeconds] = useState(0);
  const onCaptcha = useCallback((value: { xxs: string; captcha: string }) => setCaptcha(value), []);

  async function attempt(name: string, password: string): Promise<void> {
    setBusy(true);
    setError('');
    const outcome = await signIn({ account: name, passwd: password, ...captcha, ...(totp ? { totp } : {}) });
    setBusy(false);
    if (outcome === 'ok') return onSignedIn();
    setTries(tries + 1);
    if (outcome === 'captcha') setCaptcha({ xxs: '', captcha: '' });
    else if (outcome === 'totp') setTotp('');
    else {
      setError(outcome.error);
      setSeconds(outcome.seconds);
    }
  }

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void attempt(account, passwd);
  };
  const trySample = (name: string) => {
    setAccount(name);
    setPasswd(SAMPLE_PASSWORD);
    void attempt(name, SAMPLE_PASSWORD);
  };

  return (
    <>
      <form onSubmit={submit} onInput={onTyping}>
        <h1>{t('login.title')}</h1>
        <Field
          label={t('login.account')}
          value={account}
          onChange={(event) => setAccount(event.target.value)}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          required
        />
        <PasswordField
          label={t('login.password')}
          value={passwd}
          onChange={(event) => setPasswd(event.target.value)}
          autoComplete="current-password"
          required
        />
        {captcha !== null && <CaptchaField onChange={onCaptcha} nonce={tries} />}
        {totp !== null && (
          <>
            <Field
              key={String(hasDevice)}
              label={t(hasDevice ? 'login.totp' : 'login.recovery')}
              value={totp}
              onChange={(event) => setTotp(event.target.value)}
              inputMode={hasDevice ? 'numeric' : 'text'}
              autoComplete="one-time-code"
              maxLength={hasDevice ? 10 : 30}
              autoFocus
              required
            />
            <button
              type="button"
              className="k-login-link"
              onClick={() => {
                setTotp('');
                setHasDevice(!hasDevice);
              }}
            >
              {t(hasDevice ? 'login.noDevice' : 'login.withDevice')}
            </button>
          </>
        )}
        <p className="k-login-error" role="alert">
          {error && t(`errors.${error}`)} {error !== '' && seconds > 0 && t('login.wait', { count: seconds })}
        </p>
        <button type="submit" className="k-login-submit" disabled={busy}>
          {t(busy ? 'login.working' : 'login.submit')}
        </button>
        <a
          href="/resetPasswordRequest"
          onClick={(event) => {
            event.preventDefault();
            go('/resetPasswordRequest');
          }}
        >
          {t('login.forgot')}
        </a>
      </form>
      {sample && (
        <section className="k-login-sample" aria-labelledby="samples">
          <p>{t('sample.banner')}</p>
          <h2 id="samples">{t('login.sampleTitle')}</h2>
          <p>{t('login.sampleText', { password: SAMPLE_PASSWORD })}</p>
          <ul>
            {SAMPLE_ACCOUNTS.map((role) => (
              <li key={role}>
                <button
                  type="button"
                  disabled={busy}
                  onPointerEnter={onTyping}
                  onFocus={onTyping}
                  onClick={() => trySample(`${role}@kontor.example`)}
                >
                  <b>{t(`login.roles.${role}`)}</b>
                  <span>
                    {role}
                    <wbr />
                    @kontor.example
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
