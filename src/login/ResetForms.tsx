import { type FormEvent, useCallback, useState } from 'react';
import { useT } from '../providers/i18n.ts';
import { CaptchaField, Field, PasswordField } from './Fields.tsx';
import { acceptInvitation, cancelEmail, completeReset, confirmEmail, normalAccount, requestReset } from './sign-in.ts';

const MIN_PASSWORD = 8;

/** Requests the reset mail. The answer is the same whether the account exists or not. */
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
    const reason = await requestReset({ email: normalAccount(email), ...captcha });
    setError(reason ?? '');
    setState(reason === null ? 'sent' : 'open');
    if (reason !== null) setTries(tries + 1);
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
        {error && t(error)}
      </p>
      <button type="submit" className="k-login-submit" disabled={state === 'busy'}>
        {t('login.reset.send')}
      </button>
    </form>
  );
}

/** The secret of the mailed link is in the URL fragment, which browsers send to no server. */
const linkOf = ({ search, hash }: Location) => ({
  email: new URLSearchParams(search).get('email') ?? '',
  secret: new URLSearchParams(hash.replace(/^#/, '')).get('secret') ?? '',
});

type PasswordFormProps = {
  title: string;
  done: string;
  send: (body: { email: string; secret: string; passwd: string }) => Promise<string | null>;
};

/** Sets a new password with the secret of a mailed link: a reset or an invitation. */
function PasswordForm({ title, done, send }: PasswordFormProps) {
  const t = useT();
  const [link] = useState(() => linkOf(window.location));
  const [passwd, setPasswd] = useState('');
  const [repeat, setRepeat] = useState('');
  const [state, setState] = useState<'open' | 'busy' | 'done'>('open');
  const [error, setError] = useState('');

  const submit = async (): Promise<void> => {
    if (passwd !== repeat) return setError('login.reset.mismatch');
    setState('busy');
    const reason = await send({ ...link, passwd });
    setState(reason === null ? 'done' : 'open');
    setError(reason ?? '');
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };
  if (state === 'done') return <div role="status">{done}</div>;
  if (link.email === '' || link.secret === '')
    return (
      <div role="alert">
        <p>{t('login.reset.noSecret')}</p>
        <a href="/resetPasswordRequest">{t('login.forgot')}</a>
      </div>
    );
  return (
    <form onSubmit={onSubmit}>
      <h1>{title}</h1>
      <p>{link.email}</p>
      <input type="hidden" autoComplete="username" value={link.email} readOnly />
      <PasswordField
        label={t('login.reset.newPassword')}
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

export function ResetCompleteForm() {
  const t = useT();
  return <PasswordForm title={t('login.reset.newTitle')} done={t('login.reset.done')} send={completeReset} />;
}

export function InvitationForm() {
  const t = useT();
  return <PasswordForm title={t('login.invitation.title')} done={t('login.invitation.done')} send={acceptInvitation} />;
}

/**
 * The page of the mailed links for a change of address. Opening it changes nothing, because mail programs open links to check them. The
 * user must press a button.
 */
export function EmailLinkForm({ kind }: { kind: 'confirm' | 'cancel' }) {
  const t = useT();
  const [{ secret }] = useState(() => linkOf(window.location));
  const [state, setState] = useState<'open' | 'busy' | 'done'>('open');
  const [error, setError] = useState('');
  const text = (key: 'title' | 'text' | 'button' | 'done'): string =>
    kind === 'confirm' ? t(`login.emailConfirm.${key}`) : t(`login.emailCancel.${key}`);

  const submit = async (): Promise<void> => {
    setState('busy');
    const reason = await (kind === 'confirm' ? confirmEmail(secret) : cancelEmail(secret));
    setState(reason === null ? 'done' : 'open');
    setError(reason ?? '');
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };
  if (state === 'done') return <div role="status">{text('done')}</div>;
  if (secret === '') return <div role="alert">{t('login.reset.noSecret')}</div>;
  return (
    <form onSubmit={onSubmit}>
      <h1>{text('title')}</h1>
      <p>{text('text')}</p>
      <p className="k-login-error" role="alert">
        {error && t(error)}
      </p>
      <button type="submit" className="k-login-submit" disabled={state === 'busy'} autoFocus>
        {text('button')}
      </button>
    </form>
  );
}
