import Button from 'antd/es/button';
import { type FormEvent, useId, useState } from 'react';
import type { UserInfo } from '#contract/access/session';
import { isCallError } from '../providers/call-error.ts';
import { showToast } from '../providers/feedback.ts';
import { useT } from '../providers/i18n.ts';
import { useCall } from '../providers/use-call.ts';
import { setUser } from '../providers/user.ts';
import { FormButtons, PasswordInput, TextField } from './Form.tsx';

/** The user's own e-mail address, which is the account. A new one takes effect after it is confirmed by mail. */
export function EmailAddress({ user }: { user: UserInfo }) {
  const call = useCall();
  const t = useT();
  const formId = useId();
  const [email, setEmail] = useState('');
  const [passwd, setPasswd] = useState('');
  const [error, setError] = useState('');

  const ask = async (address: string): Promise<void> => {
    setError('');
    try {
      const body = { email: address, passwd };
      setUser(await call<UserInfo>('PUT', '/v0/auth/email', { body, handles: ['PasswordWrong', 'InvalidInput', 'TooManyRequests'] }));
      setEmail('');
      setPasswd('');
      showToast('success', t(address === user.account ? 'shell.profile.emailWithdrawn' : 'shell.profile.emailSent'));
    } catch (failure) {
      if (isCallError(failure)) setError(failure.code);
    }
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void ask(email.trim());
  };
  const emailError = error === 'InvalidInput' ? { error: t('rules.email') } : {};
  const passwordError = error === '' || error === 'InvalidInput' ? {} : { error: t(`errors.${error}`) };

  const isReady = email.trim() !== '' && passwd !== '';
  const canWithdraw = user.pendingAccount !== null && passwd !== '';

  return (
    <section>
      <h2>{t('shell.profile.email')}</h2>
      <p>{user.pendingAccount ? t('shell.profile.emailPending', { email: user.pendingAccount }) : t('shell.profile.emailHint')}</p>
      <form id={formId} onSubmit={onSubmit}>
        <TextField
          label={t('shell.profile.emailNew')}
          value={email}
          onChange={setEmail}
          autoComplete="email"
          inputMode="email"
          {...emailError}
        />
        <PasswordInput
          label={t('shell.profile.oldPassword')}
          value={passwd}
          onChange={setPasswd}
          autoComplete="current-password"
          {...passwordError}
        />
        <FormButtons isReady={isReady || canWithdraw}>
          <Button type="primary" htmlType="submit" form={formId} disabled={!isReady}>
            {t('shell.profile.emailChange')}
          </Button>
          {user.pendingAccount && (
            <Button disabled={!canWithdraw} onClick={() => void ask(user.account)}>
              {t('shell.profile.emailWithdraw')}
            </Button>
          )}
        </FormButtons>
      </form>
    </section>
  );
}
