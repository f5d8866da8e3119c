import Button from 'antd/es/button';
import { type FormEvent, useState } from 'react';
import type { UserInfo } from '#contract/session';
import { isCallError } from '../providers/call-error.ts';
import { call } from '../providers/http.ts';
import { useT } from '../providers/i18n.ts';
import { setUser } from '../providers/user.ts';
import { PasswordInput, TextField } from './Form.tsx';

type Offer = { secret: string; uri: string };

async function offerOf(): Promise<Offer & { picture: string }> {
  const [offer, qrcode] = await Promise.all([call<Offer>('POST', '/v0/auth/totp'), import('qrcode')]);
  return { ...offer, picture: await qrcode.toDataURL(offer.uri, { margin: 2, width: 200 }) };
}

const rereadUser = async (): Promise<void> => setUser(await call<UserInfo>('GET', '/v0/auth/stat'));

/** A code from an authenticator app beside the password. */
export function SecondFactor({ user }: { user: UserInfo }) {
  const t = useT();
  const [offer, setOffer] = useState<(Offer & { picture: string }) | null>(null);
  const [code, setCode] = useState('');
  const [passwd, setPasswd] = useState('');
  const [error, setError] = useState('');

  const run = async (change: () => Promise<unknown>): Promise<void> => {
    setError('');
    try {
      await change();
      setOffer(null);
      setCode('');
      setPasswd('');
      await rereadUser();
    } catch (failure) {
      if (isCallError(failure)) setError(failure.code);
    }
  };
  const turnOn = (event: FormEvent) => {
    event.preventDefault();
    void run(() => call('PUT', '/v0/auth/totp', { body: { code: code.trim() }, handles: ['TotpWrong'] }));
  };
  const turnOff = (event: FormEvent) => {
    event.preventDefault();
    void run(() => call('DELETE', '/v0/auth/totp', { body: { passwd }, handles: ['PasswordWrong'] }));
  };
  const shown = error === '' ? {} : { error: t(`errors.${error}`) };

  return (
    <section>
      <h2>{t('shell.profile.totp')}</h2>
      <p>{t(user.totp ? 'shell.profile.totpOn' : 'shell.profile.totpOff')}</p>
      {user.totp && (
        <form onSubmit={turnOff}>
          <PasswordInput
            label={t('shell.profile.totpPassword')}
            value={passwd}
            onChange={setPasswd}
            autoComplete="current-password"
            {...shown}
          />
          <Button htmlType="submit" danger disabled={passwd === ''}>
            {t('shell.profile.totpRemove')}
          </Button>
        </form>
      )}
      {!user.totp && !offer && (
        <Button onClick={() => void offerOf().then(setOffer, () => setOffer(null))}>{t('shell.profile.totpSetUp')}</Button>
      )}
      {!user.totp && offer && (
        <form onSubmit={turnOn} className="k-totp">
          <p>{t('shell.profile.totpScan')}</p>
          <img src={offer.picture} alt="" width={200} height={200} />
          <p>
            {t('shell.profile.totpKey')}: <code>{offer.secret}</code>
          </p>
          <TextField
            label={t('shell.profile.totpCode')}
            value={code}
            onChange={setCode}
            inputMode="numeric"
            autoComplete="one-time-code"
            {...shown}
          />
          <Button type="primary" htmlType="submit" disabled={code.trim() === ''}>
            {t('shell.profile.totpConfirm')}
          </Button>
        </form>
      )}
    </section>
  );
}
