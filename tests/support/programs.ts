import { type Answer, caller, type TestServer } from './server.ts';
import { stockUp } from './warehouse.ts';

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

const ADDRESS = { name1: 'Erika Muster', streetName: 'Lange Straße 5', zip: '10115', city: 'Berlin', country: 'DE' };
/** An order of one piece, with other content over it. */
export const orderOf = (sku: string, over: object = {}) => ({ consignee: ADDRESS, lines: [{ sku, qty: 1 }], ...over });

/** A merchant with a channel for programs, a program with all scopes, and three items of which enough pieces lie on a shelf. */
export async function openShop(server: TestServer, scopes: readonly string[]) {
  const admin = await server.signIn('admin');
  const { rows } = await server.pool.query(`select id from merchants where no in ('M-1001', 'M-1002') order by no`);
  const [merchant = '', other = ''] = rows.map((row: { id: string }) => row.id);
  const addChannel = async (merchantId: string, name: string): Promise<string> => {
    const { data, code } = await server.call<{ id: string }>('POST', '/v0/channels', { merchantId, name, kind: 'api' }, admin);
    if (code !== 'OK') throw new Error(`no channel: ${code} ${JSON.stringify(data)}`);
    return data.id;
  };
  const channel = await addChannel(merchant, 'Own shop');
  const token = await tokenOf(server.url, await makeProgram(server, admin, { scopes, merchantId: merchant }));
  const call = asProgram(server.url, token);
  const skus = ['SHOP-A', 'SHOP-B', 'SHOP-C'];
  const place = (await server.pool.query(`select id from compartments where code = '01-01-A'`)).rows[0].id;
  const items: string[] = [];
  for (const sku of skus) {
    const { data } = await call<{ id: string }>('POST', '/v0/items', { sku, name: `Item ${sku}` });
    items.push(data.id);
    await stockUp(server, merchant, data.id, place, 2000);
  }
  return { admin, merchant, other, channel, addChannel, token, call, skus, items };
}
