import { EMPTY_ADDRESS } from '#contract/core/fields';
import { CarrierError, type Checked, type Missing } from '../adapter.ts';
import type { Connection } from '../connections.ts';
import { missingOf } from '../missing-products.ts';
import { callUps, signInAnew, type UpsAccess } from './client.ts';
import { pendingAt } from './pickups.ts';
import { ratesAt } from './rates.ts';
import { recoveryOfNumber, SHIPPER_NUMBER } from './request.ts';
import { Recovered } from './shapes.ts';
import { trackAt } from './track.ts';

/**
 * Whether an account of UPS works. An application gets its access token whatever products it was given; a product that it lacks is answered with 401
 * and the words for a wrong login (250002), so each is asked with a token that was just given.
 */

/** A parcel that nobody has sent. */
const NONE = '1Z0000000000000000';
/** One kilogram within Berlin: an answer to it is not used. */
const PLACE = {
  ...EMPTY_ADDRESS,
  name1: 'Kontor',
  streetName: 'Platz der Republik',
  streetNumber: '1',
  zip: '11011',
  city: 'Berlin',
  country: 'DE',
};
const PARCEL = {
  reference: 'CONNECTION-CHECK',
  consignor: PLACE,
  consignee: PLACE,
  weight: 1000,
  sizes: null,
  extras: [],
  retour: false,
  amounts: { cashOnDelivery: null, insurance: null },
  currency: 'EUR',
  value: null,
} as const;

const recoveryAt = (access: UpsAccess, signal: AbortSignal): Promise<unknown> =>
  callUps(access, '/api/labels/v1/recovery', Recovered, { method: 'POST', body: recoveryOfNumber(NONE), signal });

export async function checkUps(access: UpsAccess, connection: Connection, signal: AbortSignal): Promise<Checked> {
  if (!SHIPPER_NUMBER.test(connection.account)) return { ok: false, message: 'shipperNumber' };
  try {
    await signInAnew(access, signal);
  } catch (error) {
    const refused = error instanceof CarrierError && ['misconfigured', 'refused'].includes(error.fault.kind);
    return { ok: false, message: refused ? 'refusedClient' : 'unreachable' };
  }
  const [shipping] = await missingOf([{ missing: 'noShipping', ask: () => recoveryAt(access, signal) }]);
  if (shipping) return { ok: false, message: shipping };
  const missing = await missingOf<Missing>([
    { missing: 'upsTracking', ask: () => trackAt(access, [NONE], signal) },
    { missing: 'upsRating', ask: () => ratesAt(access, connection, { ...PARCEL, extras: [] }, signal) },
    { missing: 'upsPickup', ask: () => pendingAt(access, connection, signal) },
  ]);
  return { ok: true, missing };
}
