import { type Answer, caller, type TestServer } from './server.ts';

/** Programs of a test: clients with secrets, and the calls that they make with their tokens. */
export type Program = { id: string; clientId: string; secret: string };

type Made = { scopes: readonly string[]; merchantId?: string | null };

/** A client with a new secret, made by a person who may. */
export async function makeProgram(
  { call }: Pick<TestServer, 'call'>,
  admin: string,
  { scopes, merchantId = null }: Made,
): Promise<Program> {
  const made = await call<{ id: string }>('POST', '/v0/oauthClients', { name: 'Program', scopes, merchantId }, admin);
  if (made.code !== 'OK') throw new Error(`no client: ${made.code} ${JSON.stringify(made.data)}`);
  return { id: made.data.id, ...(await renewSecret({ call }, admin, made.data.id)) };
}

export async function renewSecret({ call }: Pick<TestServer, 'call'>, admin: string, id: string) {
  const { data } = await call<{ clientId: string; secret: string }>('POST', `/v0/oauthClients/${id}/secret`, {}, admin);
  return data;
}

export const basicOf = ({ clientId, secret }: Pick<Program, 'clientId' | 'secret'>): string =>
  `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`;

type TokenAnswer = {
  status: number;
  headers: Headers;
  body: { access_token?: string; token_type?: string; expires_in?: number; scope?: string; error?: string; error_description?: string };
};

/** The token call as a library of OAuth 2.0 makes it. */
export async function askToken(
  url: string,
  form: Record<string, string> | string,
  headers: Record<string, string> = {},
): Promise<TokenAnswer> {
  const response = await fetch(`${url}/v0/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: typeof form === 'string' ? form : new URLSearchParams(form).toString(),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** A token with all scopes of the program. */
export async function tokenOf(url: string, program: Program): Promise<string> {
  const { body } = await askToken(url, { grant_type: 'client_credentials' }, { authorization: basicOf(program) });
  if (body.access_token === undefined) throw new Error(`no token: ${body.error} ${body.error_description}`);
  return body.access_token;
}

export type ProgramCall = <T = unknown>(method: string, path: string, body?: unknown) => Promise<Answer<T>>;

/** Calls with an access token, as a program makes them. */
export const asProgram =
  (url: string, token: string): ProgramCall =>
  (method, path, body) =>
    caller(url)(method, path, body, undefined, { authorization: `Bearer ${token}` });
