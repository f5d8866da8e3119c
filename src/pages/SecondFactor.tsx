import Button from 'antd/es/button';
import { type FormEvent, useId, useState } from 'react';
import type { z } from 'zod';
import type { FactorOffer, RecoveryCodesAnswer, UserInfo } from '#contract/access/session';
import { isCallError } from '../providers/call-error.ts';
import { useT } from '../providers/i18n.ts';
import { request } from '../providers/request.ts';
import { useCall } from '../providers/use-call.ts';
import { setUser } from '../providers/user.ts';
import { FormButtons, PasswordInput, TextField } from './Form.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

type Offer = z.infer<typeof FactorOffer>;
type Answer = z.infer<typeof RecoveryCodesAnswer>;

const HANDLED = ['PasswordWrong', 'TotpWrong', 'TotpRequired', 'TooManyRequests'] as const;

async function offerOf(body: object): Promise<Offer & { picture: string }> {
  const [offer, qrcode] = await Promise.all([request<Offer>('POST', '/v0/auth/totp', { body, handles: HANDLED }), import('qrcode')]);
  return { ...offer, picture: await qrcode.toDataURL(offer.uri, { margin: 2, width: 200 }) };
}

const rereadUser = async (): Promise<void> => setUser(await request<UserInfo>('GET', '/v0/auth/stat'));

/** From this number of recovery codes on, the user is advised to make a new set. */
const FEW_CODES = 3;

/** Sets up a second factor: a code from an authenticator app in addition to the password, and recovery codes for a lost device. */
export function SecondFactor({ user }: { user: UserInfo }) {
  const call = useCall();
  const t = useT();
  const formId = useId();
  const [offer, setOffer] = useState<(Offer & { picture: string }) | null>(null);
  const [code, setCode] = useState('');
  const [passwd, setPasswd] = useState('');
  const [error, setError] = useState('');
  const [codes, setCodes] = useState<string[] | null>(null);

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
    void run(async () => {
      const body = { code: code.trim() };
      setCodes((await call<Answer>('PUT', '/v0/auth/totp', { body, handles: HANDLED })).codes);
    });
  };
  /** Proof that the owner changes the second factor: the password, and a code if a factor is set up. */
  const proof = { passwd, ...(user.totp ? { code: code.trim() } : {}) };
  const setUp = async (): Promise<void> => {
    setError('');
    try {
      setOffer(await offerOf(proof));
      setCode('');
    } catch (failure) {
      if (isCallError(failure)) setError(failure.code);
    }
  };
  const onProof = (event: FormEvent) => {
    event.preventDefault();
    void setUp();
  };
  const renewCodes = () =>
    void run(async () => setCodes((await call<Answer>('POST', '/v0/auth/totp/recovery', { body: proof, handles: HANDLED })).codes));
  const turnOff = () => void run(() => call('DELETE', '/v0/auth/totp', { body: proof, handles: HANDLED }));
  const isPasswordFault = error === 'PasswordWrong';
  const shown = error === '' ? {} : { error: t(`errors.${error}`) };
  const isReady = passwd !== '' && (!user.totp || code.trim() !== '');

  return (
    <section>
      <h2>{t('shell.profile.totp')}</h2>
      <p>{t(user.totp ? 'shell.profile.totpOn' : 'shell.profile.totpOff')}</p>
      {user.totp && (
        <p className={user.recoveryCodes <= FEW_CODES ? 'k-field-warning' : undefined}>
          {t('shell.profile.recoveryLeft', { count: user.recoveryCodes })}
        </p>
      )}
      {codes && <RecoveryCodes codes={codes} account={user.account} onKept={() => setCodes(null)} />}
      {!offer && !codes && (
        <form id={formId} onSubmit={onProof}>
          <PasswordInput
            label={t('shell.profile.totpPassword')}
            value={passwd}
            onChange={setPasswd}
            autoComplete="current-password"
            {...(isPasswordFault || !user.totp ? shown : {})}
          />
          {user.totp && (
            <TextField
              label={t('shell.profile.totpCurrent')}
              value={code}
              onChange={setCode}
              maxLength={30}
              autoComplete="one-time-code"
              {...(isPasswordFault ? {} : shown)}
            />
          )}
          <FormButtons isReady={isReady}>
            <Button htmlType="submit" form={formId} disabled={!isReady}>
              {t(user.totp ? 'shell.profile.totpReplace' : 'shell.profile.totpSetUp')}
            </Button>
            {user.totp && (
              <Button disabled={!isReady} onClick={renewCodes}>
                {t('shell.profile.recoveryRenew')}
              </Button>
            )}
            {user.totp && (
              <Button danger disabled={!isReady} onClick={turnOff}>
                {t('shell.profile.totpRemove')}
              </Button>
            )}
          </FormButtons>
        </form>
      )}
      {offer && (
        <form id={formId} onSubmit={turnOn} className="k-totp">
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
          <FormButtons isReady={code.trim() !== ''}>
            <Button type="primary" htmlType="submit" form={formId} disabled={code.trim() === ''}>
              {t('shell.profile.totpConfirm')}
            </Button>
          </FormButtons>
        </form>
      )}
    </section>
  );
}
