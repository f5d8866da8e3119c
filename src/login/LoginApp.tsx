import { useEffect, useRef, useState } from 'react';
import { LOCALES } from '#contract/core/limits';
import { ProductName } from '../layout/ProductName.tsx';
import { setLocale, useLocale, useT } from '../providers/i18n.ts';
import { safePath } from '../providers/paths.ts';
import { type EndReason, getToken, takeEndReason } from '../providers/session.ts';
import { LoginForm } from './LoginForm.tsx';
import './login.css';
import { EmailLinkForm, InvitationForm, ResetCompleteForm, ResetRequestForm } from './ResetForms.tsx';
import { singleSignOn } from './sign-in.ts';

const NOTICES: Partial<Record<EndReason, { title?: string; text: string }>> = {
  expired: { title: 'session.expiredTitle', text: 'session.expiredText' },
  idle: { title: 'session.idleTitle', text: 'session.idleText' },
  verification: { text: 'session.verification' },
  ended: { text: 'session.ended' },
};

/** Shows why the session ended, in a dialog with OK. */
function EndNotice() {
  const t = useT();
  const [reason] = useState(takeEndReason);
  const dialog = useRef<HTMLDialogElement>(null);
  const notice = reason ? NOTICES[reason] : undefined;
  useEffect(
    function openOnce() {
      if (notice && dialog.current && !dialog.current.open) dialog.current.showModal();
    },
    [notice],
  );
  if (!notice) return null;
  return (
    <dialog ref={dialog} className="k-login-notice" aria-labelledby="end-title">
      <h2 id="end-title">{t(notice.title ?? 'session.idleTitle')}</h2>
      <p>{t(notice.text)}</p>
      <form method="dialog">
        <button type="submit" className="k-login-submit" autoFocus>
          {t('buttons.ok')}
        </button>
      </form>
    </dialog>
  );
}

function LanguageChoice() {
  const t = useT();
  const locale = useLocale();
  return (
    <div className="k-login-languages" role="group" aria-label={t('locale.name')}>
      {LOCALES.map((one) => (
        <button
          key={one}
          type="button"
          lang={one === 'cn' ? 'zh-CN' : one}
          aria-pressed={one === locale}
          onClick={() => void setLocale(one)}
        >
          {t(`locale.${one}`)}
        </button>
      ))}
    </div>
  );
}

type Props = { path: string; onTyping: () => void; go: (path: string) => void };

/** The login pages: a small separate tree that is usable before the application is loaded. */
export function LoginApp({ path, onTyping, go }: Props) {
  const t = useT();
  const [ssoFailed, setSsoFailed] = useState(false);
  const params = new URLSearchParams(window.location.search);
  const sso = params.get('sso');

  async function leave(): Promise<void> {
    const target = sso ? await singleSignOn(sso) : null;
    if (target) return window.location.assign(target);
    if (sso) return setSsoFailed(true);
    go(safePath(params.get('redirect')));
  }

  const hasToken = getToken() !== '';
  useEffect(
    function goOnWhereSignedIn() {
      if (!sso || !hasToken) return;
      void singleSignOn(sso).then((target) => (target ? window.location.assign(target) : setSsoFailed(true)));
    },
    [sso, hasToken],
  );

  return (
    <main className="k-login">
      <header>
        <ProductName />
        <LanguageChoice />
      </header>
      {ssoFailed && <p role="alert">{t('login.ssoFailed')}</p>}
      {path === '/resetPasswordRequest' && <ResetRequestForm />}
      {path === '/resetPassword' && <ResetCompleteForm />}
      {path === '/invitation' && <InvitationForm />}
      {path === '/confirmEmail' && <EmailLinkForm kind="confirm" />}
      {path === '/cancelEmail' && <EmailLinkForm kind="cancel" />}
      {path === '/login' ? (
        <LoginForm onSignedIn={() => void leave()} onTyping={onTyping} go={go} />
      ) : (
        <a
          href="/login"
          onClick={(event) => {
            event.preventDefault();
            go('/login');
          }}
        >
          {t('login.toLogin')}
        </a>
      )}
      <EndNotice />
    </main>
  );
}
