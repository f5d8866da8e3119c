import type { z } from 'zod';
import type { CaptchaAnswer, LoginAnswer } from '#contract/access/session';
import { runWhenIdle } from '../providers/run-when-idle.ts';
import { startSession } from '../providers/session.ts';
import { readStored, writeStored } from '../providers/storage.ts';

export type Captcha = z.infer<typeof CaptchaAnswer>;
export type Credentials = { account: string; passwd: string; xxs?: string; captcha?: string; totp?: string };
export type Outcome = 'ok' | 'captcha' | 'totp' | { error: string; seconds: number };

const ENVIRONMENT = 'kontor-environment';
/** Loaded on demand, so that the form is usable earlier. */
const http = () => import('../providers/http.ts');

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : 'InternalError');

const dataOf = (error: unknown): unknown => (error instanceof Error && 'data' in error ? error.data : null);

/** The locale key for an error. A refused password has its own reason. */
function reasonOf(error: unknown): string {
  const [code, data] = [codeOf(error), dataOf(error)];
  return code === 'PasswordWeak' && typeof data === 'string' ? `passwordFaults.${data}` : `errors.${code}`;
}

/** Trimmed and lower-cased, as the server stores accounts (specification, point 5). */
export const normalAccount = (account: string): string => account.trim().toLowerCase();

/** Registers this browser with the server. A login works without it. */
async function loadEnvironment(account: string, envId: string): Promise<void> {
  writeStored(ENVIRONMENT, envId);
  try {
    await (await http()).call('POST', '/v0/auth/_ci', { body: { login: account, envId }, handles: 'all' });
  } catch {
    // The next login registers the browser again.
  }
}

export async function signIn(credentials: Credentials): Promise<Outcome> {
  const account = normalAccount(credentials.account);
  const eid = readStored(ENVIRONMENT);
  try {
    const { call } = await http();
    const body = { ...credentials, account, ...(eid ? { eid } : {}) };
    const answer = await call<LoginAnswer | undefined>('POST', '/v0/auth/login', { body, handles: 'all' });
    if (!answer) return 'captcha';
    startSession(answer.token);
    runWhenIdle(() => void loadEnvironment(account, answer.loginEnvId));
    // Lets the first calls of the session start before the page renders.
    await new Promise((done) => setTimeout(done));
    return 'ok';
  } catch (error) {
    const code = codeOf(error);
    const data = dataOf(error);
    return code === 'TotpRequired' ? 'totp' : { error: code, seconds: typeof data === 'number' ? data : 0 };
  }
}

export async function newCaptcha(): Promise<Captcha> {
  return (await http()).call<Captcha>('GET', '/v0/captcha/', { handles: 'all' });
}

/**
 * The URL to return to after single sign-on. It contains a one-time code from the server, never the session token. Null if the server
 * refuses.
 */
export async function singleSignOn(sso: string): Promise<string | null> {
  try {
    const { url } = await (await http()).call<{ url: string }>('POST', '/v0/auth/sso', { body: { sso }, handles: 'all' });
    return /^https?:\/\//.test(url) ? url : null;
  } catch {
    return null;
  }
}

/** Sends a public form. Null on success, else the locale key of the reason. */
async function submit(method: 'POST' | 'PUT', path: string, body: unknown): Promise<string | null> {
  try {
    await (await http()).call(method, path, { body, handles: 'all' });
    return null;
  } catch (error) {
    return reasonOf(error);
  }
}

export const requestReset = (body: { email: string; xxs: string; captcha: string }): Promise<string | null> =>
  submit('POST', '/v0/auth/resetPassword', body);

type NewPassword = { email: string; secret: string; passwd: string };
export const completeReset = (body: NewPassword): Promise<string | null> => submit('PUT', '/v0/auth/resetPassword', body);
export const acceptInvitation = (body: NewPassword): Promise<string | null> => submit('PUT', '/v0/auth/invitation', body);

/** The links for a change of address: confirmed at the new address, cancelled at the old one. */
export const confirmEmail = (secret: string): Promise<string | null> => submit('PUT', '/v0/auth/email/confirm', { secret });
export const cancelEmail = (secret: string): Promise<string | null> => submit('PUT', '/v0/auth/email/cancel', { secret });
