import { useNotification } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { type FormEvent, useId, useState } from 'react';
import type { UserInfo } from '#contract/access/session';
import type { Locale } from '#contract/core/limits';
import { UPLOAD_MAX_MB } from '#contract/core/limits';
import { FileButton } from '../core/mask/inputs/FileButton.tsx';
import { WithFoot } from '../core/mask/record/AtFoot.tsx';
import { OWN_SESSIONS, SessionList, sessionsKey } from '../core/sessions/SessionList.tsx';
import { Avatar } from '../layout/Avatar.tsx';
import { LanguageChoice, ModeChoice, SizeChoice } from '../layout/Choices.tsx';
import { ThisComputer } from '../print/hub/ThisComputer.tsx';
import { isCallError } from '../providers/call-error.ts';
import { showToast } from '../providers/feedback.ts';
import { useT } from '../providers/i18n.ts';
import { request, upload } from '../providers/request.ts';
import { useCall } from '../providers/use-call.ts';
import { setUser, useUser } from '../providers/user.ts';
import { EmailAddress } from './EmailAddress.tsx';
import { FormButtons, PasswordInput, TextField } from './Form.tsx';
import './pages.css';
import { SecondFactor } from './SecondFactor.tsx';

type Profile = { name?: string; locale?: Locale | null; avatar?: string | null };

/** Runs a form's action. The call already shows errors. */
async function attempt(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!isCallError(error)) throw error;
  }
}

const saveProfile = (body: Profile): Promise<void> =>
  attempt(async () => setUser(await request<UserInfo>('PUT', '/v0/auth/profile', { body })));

/** Key of the notice about an upload in progress. */
const PICTURE = 'profile-picture';

function ProfileForm({ user }: { user: UserInfo }) {
  const t = useT();
  const formId = useId();
  const [name, setName] = useState(user.name);
  const isReady = name.trim() !== '' && name !== user.name;
  const { open, close } = useNotification();
  const onFile = (chosen: File) => {
    if (chosen.size > UPLOAD_MAX_MB * 1024 * 1024) return showToast('error', t('errors.UploadTooLarge', { size: UPLOAD_MAX_MB }));
    open?.({ key: PICTURE, type: 'progress', message: t('shell.profile.uploading') });
    void attempt(async () => saveProfile({ avatar: (await upload('avatar', chosen)).id })).finally(() => close?.(PICTURE));
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void attempt(async () => {
      await saveProfile({ name: name.trim() });
      open?.({ type: 'success', message: t('shell.profile.saved') });
    });
  };
  return (
    <section>
      <h2>{t('shell.profile.profile')}</h2>
      <div className="k-personal-head">
        <div>
          <Avatar avatar={user.avatar} userId={user.id} size={96} />
        </div>
        <div>
          <FileButton accept="image/jpeg,image/png,image/webp" onFile={onFile}>
            {t('shell.profile.avatar')}
          </FileButton>{' '}
          {user.avatar !== '' && <Button onClick={() => void saveProfile({ avatar: null })}>{t('shell.profile.avatarRemove')}</Button>}
          <p>{t('shell.profile.avatarHint', { size: UPLOAD_MAX_MB })}</p>
        </div>
      </div>
      <form id={formId} onSubmit={onSubmit}>
        <TextField label={t('shell.profile.account')} value={user.account} onChange={() => undefined} readOnly />
        <TextField label={t('shell.profile.name')} value={name} onChange={setName} maxLength={100} autoComplete="name" />
        <FormButtons isReady={isReady}>
          <Button type="primary" htmlType="submit" form={formId} disabled={!isReady}>
            {t('buttons.save')}
          </Button>
        </FormButtons>
      </form>
    </section>
  );
}

const MIN_PASSWORD = 8;

function PasswordForm() {
  const call = useCall();
  const client = useQueryClient();
  const t = useT();
  const formId = useId();
  const [passwd, setPasswd] = useState('');
  const [newPasswd, setNewPasswd] = useState('');
  const [error, setError] = useState<{ code: string; data: unknown } | null>(null);
  const change = async (): Promise<void> => {
    setError(null);
    try {
      await call('PUT', '/v0/auth/chpasswd', {
        body: { passwd, newPasswd },
        handles: ['PasswordWrong', 'PasswordWeak', 'TooManyRequests'],
      });
      setPasswd('');
      setNewPasswd('');
      showToast('success', t('shell.profile.passwordChanged'));
      // A new password ends the other sessions.
      void client.invalidateQueries({ queryKey: sessionsKey(OWN_SESSIONS) });
    } catch (failure) {
      if (isCallError(failure)) setError({ code: failure.code, data: failure.data });
    }
  };
  const isReady = passwd !== '' && newPasswd.length >= MIN_PASSWORD;
  const isWeak = error?.code === 'PasswordWeak';
  const oldError = error && !isWeak ? { error: t(`errors.${error.code}`) } : {};
  const newError = isWeak ? { error: typeof error.data === 'string' ? t(`passwordFaults.${error.data}`) : t('errors.PasswordWeak') } : {};
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void change();
  };
  return (
    <section>
      <h2>{t('shell.profile.password')}</h2>
      <form id={formId} onSubmit={onSubmit}>
        <PasswordInput
          label={t('shell.profile.oldPassword')}
          value={passwd}
          onChange={setPasswd}
          autoComplete="current-password"
          {...oldError}
        />
        <PasswordInput
          label={t('shell.profile.newPassword')}
          value={newPasswd}
          onChange={setNewPasswd}
          autoComplete="new-password"
          {...newError}
        />
        <FormButtons isReady={isReady}>
          <Button type="primary" htmlType="submit" form={formId} disabled={!isReady}>
            {t('shell.profile.changePassword')}
          </Button>
        </FormButtons>
      </form>
    </section>
  );
}

export function PersonalSettings() {
  const t = useT();
  const user = useUser();
  if (!user) return null;
  return (
    <div className="k-personal">
      <WithFoot>
        <h1>{t('shell.profile.title')}</h1>
        <ProfileForm key={user.id} user={user} />
        <section>
          <h2>{t('shell.profile.display')}</h2>
          <LanguageChoice onChange={(locale) => void saveProfile({ locale })} />
          <SizeChoice />
          <ModeChoice />
        </section>
        <EmailAddress key={`email/${user.id}`} user={user} />
        <PasswordForm />
        <SecondFactor user={user} />
        <section>
          <h2>{t('shell.profile.sessions')}</h2>
          <SessionList path={OWN_SESSIONS} />
        </section>
        <section>
          <h2>{t('shell.profile.printers')}</h2>
          <ThisComputer />
        </section>
      </WithFoot>
    </div>
  );
}
