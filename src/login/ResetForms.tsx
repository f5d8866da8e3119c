import { type FormEvent, useCallback, useState } from 'react';
import { useT } from '../providers/i18n.ts';
import { CaptchaField, Field, PasswordField } from './Fields.tsx';
import { completeReset, normalAccount, requestReset } from './sign-in.ts';

const MIN_PASSWORD = 8;

/** Asks for the mail. The answer is the same whether the account exists or not. */
export function ResetRequestForm() {
  const t = useT();
  const [email, setEmail] = useState('');
  const [captcha, setCaptcha] = useState({ xxs: '', captcha: '' });
  const [tries, setTries] = useState(0);
  const [state, setState] = useState<'open' | 'busy' | 'sent'>('open');
  const [error, setError] = useState('');
  const onCaptcha = useCallback((value: { xxs: string; captcha: string }) => setCaptcha(value), []);

  const submit = async (): Promise<void> => {
    setState('busy');
    const code = await requestReset({ email: normalAccount(email), ...captcha });
    setError(code ?? '');
    setState(code === null ? 'sent' : 'open');
    if (code !== null) setTries(tries + 1);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };
  if (state === 'sent')
    return (
      <div role="status">
        <h1>{t('login.reset.title')}</h1>
        <p>{t('login.reset.sent')}</p>
      </div>
    );
  return (
    <form onSubmit={onSubmit}>
      <h1>{t('login.reset.title')}</h1>
      <p>{t('login.reset.text')}</p>
      <Field
        label={t('login.reset.email')}
        type="email"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        autoComplete="email"
        autoFocus
        required
      />
      <CaptchaField onChange={onCaptcha} nonce={tries} />
      <p className="k-login-error" role="alert">
        {error && t(`errors.${error}`)}
      </p>
      <button type="submit" className="k-login-submit" disabled={state === 'busy'}>
        {t('login.reset.send')}
      </button>
    </form>
  );
}

/** The secret of the mailed link stands in the fragment, which browsers send to no server. */
const linkOf = ({ search, hash }: Location) => ({
  email: new URLSearchParams(search).get('email') ?? '',
  secret: new URLSearchParams(hash.replace(/^#/, '')).get('secret') ?? '',
});

export function ResetCompleteForm() {
  const t = useT();
  const [link] = useState(() => linkOf(window.location));
  const [passwd, setPasswd] = useState('');
  const [repeat, setRepeat] = useState('');
  const [state, setState] = useState<'open' | 'busy' | 'done'>('open');
  const [error, setError] = useState('');

  const submit = async (): Promise<void> => {
    if (passwd !== repeat) return setError('login.reset.mismatch');
    setState('busy');
    const code = await completeReset({ ...link, passwd });
    setState(code === null ? 'done' : 'open');
    setError(code === null ? '' : `errors.${code}`);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };
  if (state === 'done') return <div role="status">{t('login.reset.done')}</div>;
  if (link.email === '' || link.secret === '') return <div role="alert">{t('login.reset.noSecret')}</div>;
  return (
    <form onSubmit={onSubmit}>
      <h1>{t('login.reset.newTitle')}</h1>
      <input type="hidden" autoComplete="username" value={link.email} readOnly />
      <PasswordField
        label={`${t('login.reset.newPassword')} (${t('login.reset.rule')})`}
        value={passwd}
        onChange={(event) => setPasswd(event.target.value)}
        autoComplete="new-password"
        minLength={MIN_PASSWORD}
        autoFocus
        required
      />
      <PasswordField
        label={t('login.reset.repeat')}
        value={repeat}
        onChange={(event) => setRepeat(event.target.value)}
        autoComplete="new-password"
        required
      />
      <p className="k-login-error" role="alert">
        {error && t(error)}
      </p>
      <button type="submit" className="k-login-submit" disabled={state === 'busy'}>
        {t('login.reset.save')}
      </button>
    </form>
  );
}
