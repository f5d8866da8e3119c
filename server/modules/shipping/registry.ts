import { z } from 'zod';
import { HOUSE_ZONE } from '#contract/core/house-day';
import type { CARRIER_APIS } from '#contract/shipping/carriers';
import type { PickupKind } from '#contract/shipping/pickups';
import type { Config } from '../../core/config.ts';
import type { Db } from '../../core/db/client.ts';
import { unsealText } from '../../core/sealed-text.ts';
import { type CarrierAdapter, CarrierError } from './adapter.ts';
import type { Connection } from './connections.ts';
import { dhlCarrier } from './dhl/adapter.ts';
import { karrioCarrier } from './karrio/adapter.ts';
import { simulatedCarrier } from './simulated.ts';
import { upsCarrier } from './ups/adapter.ts';

/** Dependencies of the code that calls carriers. */
export type CarrierContext = { config: Config; db: Db; log: { warn: (data: object, text: string) => void } };

/** @throws CarrierError `misconfigured` if the key was stored with another secret of the server */
function keyOf(secret: string, carrierId: string, sealed: string): string {
  try {
    return unsealText(secret, 'carrier', carrierId, sealed);
  } catch {
    throw new CarrierError({ kind: 'misconfigured', message: 'wrongSecret' });
  }
}

const DhlLogin = z.object({ key: z.string(), secret: z.string().default(''), user: z.string(), password: z.string() });
const UpsClient = z.object({ clientId: z.string(), clientSecret: z.string() });

/** @throws CarrierError `misconfigured` without a login, or with that of another API from before the carrier was changed */
function loginOf<T>(secret: string, { id, credentials }: Connection, shape: z.ZodType<T>): T {
  const stored = credentials === null ? '' : keyOf(secret, id, credentials);
  const login = shape.safeParse(stored.startsWith('{') ? JSON.parse(stored) : null);
  if (!login.success) throw new CarrierError({ kind: 'misconfigured', message: 'noLogin' });
  return login.data;
}

/** Address and key of the Karrio gateway for a carrier: its own key, or that of the house. @throws CarrierError `misconfigured` */
export function karrioAccess(config: Config, { id, credentials }: Pick<Connection, 'id' | 'credentials'>): { url: string; token: string } {
  const { KARRIO_URL: url, KARRIO_TOKEN: common, KONTOR_SECRET: secret } = config;
  const token = credentials === null ? common : keyOf(secret, id, credentials);
  if (!url || !token) throw new CarrierError({ kind: 'misconfigured', message: url ? 'noKey' : 'noUrl' });
  return { url, token };
}

type Api = (typeof CARRIER_APIS)[number];
type Make = (context: CarrierContext, connection: Connection) => CarrierAdapter;
/** The adapter of each carrier API; null if labels come from elsewhere. The type requires an entry for each API. */
const ADAPTERS: Record<Api, Make | null> = {
  karrio: ({ config }, connection) => karrioCarrier({ ...karrioAccess(config, connection), zone: HOUSE_ZONE }, connection),
  dhlParcelDe: ({ config: { DHL_URL: url, KONTOR_SECRET: secret } }, connection) =>
    dhlCarrier({ url, zone: HOUSE_ZONE, ...loginOf(secret, connection, DhlLogin) }, connection),
  ups: ({ config: { UPS_URL: url, KONTOR_SECRET: secret } }, connection) =>
    upsCarrier({ url, zone: HOUSE_ZONE, ...loginOf(secret, connection, UpsClient) }, connection),
  simulated: ({ db, config }, { code }) => simulatedCarrier(db, code, config.KONTOR_CARRIER_FAULTS),
  none: null,
};
/** The APIs with which labels can be bought. */
export const BUYING_APIS = (Object.keys(ADAPTERS) as Api[]).filter((api) => ADAPTERS[api] !== null);
/** Those of them that sell labels with which customers send goods back. */
export const RETURN_APIS: readonly Api[] = ['karrio', 'simulated'];

/** Those of them that name a price before the purchase. */
export const RATING_APIS: readonly Api[] = ['karrio', 'ups', 'simulated'];

/** Those of them that take pick-ups, and manifests. */
export const DAY_ORDER_APIS: Readonly<Record<PickupKind, readonly Api[]>> = {
  pickup: ['karrio', 'dhlParcelDe', 'ups', 'simulated'],
  manifest: ['karrio', 'dhlParcelDe', 'simulated'],
};

/** @throws CarrierError `misconfigured` without address or key */
export function adapterOf(context: CarrierContext, connection: Connection): CarrierAdapter {
  const make = ADAPTERS[connection.api];
  if (!make) throw new Error(`carrier ${connection.code} sells no labels by the way "${connection.api}"`);
  return make(context, connection);
}
