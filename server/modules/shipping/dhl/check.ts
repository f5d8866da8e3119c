import { houseToday } from '#contract/core/house-day';
import { CarrierError, type Checked, type Missing } from '../adapter.ts';
import type { Connection } from '../connections.ts';
import { missingOf } from '../missing-products.ts';
import { callDhl, type DhlAccess, signInAnew } from './client.ts';
import { ordersOn } from './pickups.ts';
import { BILLING_NUMBER } from './request.ts';
import { Orders } from './shapes.ts';
import { trackAt } from './track.ts';

/** Whether an account of DHL works: key and login by the shipping interface, and what else the application and the user may do. */

/** A shipment that nobody has. */
const NONE = '00000000000000000000';

/** Pick-ups need the secret of the application and a user who may order them. @throws CarrierError if DHL gives no answer */
async function missingForPickups(access: DhlAccess, signal: AbortSignal): Promise<Missing[]> {
  if (access.secret === '') return ['dhlNoSecret'];
  try {
    await signInAnew(access, signal);
  } catch (error) {
    if (error instanceof CarrierError && error.fault.kind === 'refused') return ['dhlSecret'];
    throw error;
  }
  return missingOf([{ missing: 'dhlPickup', ask: () => ordersOn(access, houseToday(), signal) }]);
}

export async function checkDhl(access: DhlAccess, connection: Connection, signal: AbortSignal): Promise<Checked> {
  if (!BILLING_NUMBER.test(connection.account)) return { ok: false, message: 'billingNumber' };
  try {
    await callDhl(access, `/orders?shipment=${NONE}&includeDocs=URL`, Orders, { signal });
  } catch (error) {
    const kind = error instanceof CarrierError ? error.fault.kind : 'unknown';
    if (kind === 'misconfigured') return { ok: false, message: 'refusedLogin' };
    // DHL read key and login, and says that it has no such shipment.
    if (kind !== 'gone' && kind !== 'refused') return { ok: false, message: 'unreachable' };
  }
  const [tracking, pickups] = await Promise.all([
    missingOf([{ missing: 'dhlTracking', ask: () => trackAt(access, [NONE], signal) }]),
    missingForPickups(access, signal),
  ]);
  return { ok: true, missing: [...tracking, ...pickups] };
}
