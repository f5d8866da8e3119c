import { startDhl } from '../stand-ins/dhl.ts';
import { startUps } from '../stand-ins/ups.ts';
import { openPackery } from './packery.ts';
import { startServer } from './server.ts';

/** A small house whose test carrier is bought from over the interfaces of UPS or DHL, both on loopback. */

type Options = {
  /** Names of services at the carrier. */
  services?: readonly { ours: string; theirs: string }[];
  /** False: no job of the server works on the carrier, only the test does. */
  active?: boolean;
  env?: Record<string, string>;
};
type Carrier = {
  api: 'ups' | 'dhlParcelDe';
  account: string;
  url: string;
  setting: 'UPS_URL' | 'DHL_URL';
  login: { path: 'client' | 'login'; body: object };
  close: () => Promise<unknown>;
};

/** A billing number of DHL Paket. */
export const BILLING_NUMBER = '33333333330102';

async function openHouse({ api, account, url, setting, login, close }: Carrier, { services = [], active = false, env = {} }: Options) {
  const server = await startServer({ sample: true, env: { [setting]: url, ...env } });
  const shop = await openPackery(server);
  const admin = await server.signIn('admin');
  const rows = async (text: string, ...values: unknown[]) => (await server.pool.query(text, values)).rows as Record<string, unknown>[];
  /** Stores the login of the carrier, with some parts of it replaced. @returns the code of the answer */
  const store = async (some: object = {}, carrierId = shop.carrierId): Promise<string> =>
    (await server.call('PUT', `/v0/carriers/${carrierId}/${login.path}`, { ...login.body, ...some }, admin)).code;
  await rows(
    'update carriers set api = $2, account = $3, services = $4, active = $5 where id = $1',
    shop.carrierId,
    api,
    account,
    JSON.stringify(services),
    active,
  );
  const stored = await store();
  if (stored !== 'OK') throw new Error(`the login was not stored: ${stored}`);
  return {
    server,
    shop,
    admin,
    rows,
    store,
    /** “Check the connection”. */
    check: (headers?: Record<string, string>) => server.call('POST', `/v0/carriers/${shop.carrierId}/check`, undefined, admin, headers),
    close: async (): Promise<void> => {
      await server.close();
      await close();
    },
  };
}

export async function openUpsHouse(options: Options = {}) {
  const ups = await startUps();
  const { url, account, client: body, close } = ups;
  return { ups, ...(await openHouse({ api: 'ups', account, url, setting: 'UPS_URL', login: { path: 'client', body }, close }, options)) };
}
export type UpsHouse = Awaited<ReturnType<typeof openUpsHouse>>;

export async function openDhlHouse(options: Options = {}) {
  const dhl = await startDhl();
  const { url, login: body, close } = dhl;
  const carrier: Carrier = { api: 'dhlParcelDe', account: BILLING_NUMBER, url, setting: 'DHL_URL', login: { path: 'login', body }, close };
  return { dhl, ...(await openHouse(carrier, options)) };
}
export type DhlHouse = Awaited<ReturnType<typeof openDhlHouse>>;
