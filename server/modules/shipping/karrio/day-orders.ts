import { type CarrierAdapter, CarrierError, type Placed } from '../adapter.ts';
import type { Connection } from '../connections.ts';
import { refusal } from '../services-at.ts';
import { callKarrio, type KarrioAccess } from './client.ts';
import { addressAt } from './request.ts';
import { Connections, Manifest, ManifestFile, Manifests, Pickup, Pickups } from './shapes.ts';

/** Pick-ups and manifests through a Karrio gateway. */

/** Connectors of Karrio that make a manifest (server version 2026.1). Of the others the signed loading list is the proof. */
const WITH_MANIFEST = ['asendia', 'australiapost', 'canadapost', 'seko', 'teleship', 'usps', 'usps_international'];
/** Under which Karrio keeps our id of a pick-up. */
const OURS = 'kontor_pickup';

const placedPickup = ({ id, confirmation_number: number }: Pickup): Placed => ({ handle: id, number: number ?? '', held: [], file: null });

export function dayOrdersAt(access: KarrioAccess, connection: Connection): Pick<CarrierAdapter, 'pickup' | 'manifest' | 'cancelPickup'> {
  const call = <T>(path: string, shape: Parameters<typeof callKarrio<T>>[2], signal: AbortSignal, body?: object): Promise<T> =>
    callKarrio(access, path, shape, { signal, ...(body ? { method: 'POST', body } : {}) });
  /** The connector behind our account. @throws CarrierError `refused` if it makes no manifests */
  async function manifestName(signal: AbortSignal): Promise<string> {
    const { results } = await call('/v1/connections?active=true', Connections, signal);
    const name = results.find(({ carrier_id: id }) => id === connection.account)?.carrier_name;
    if (!name) throw new CarrierError({ kind: 'misconfigured', message: 'noAccount' });
    if (!WITH_MANIFEST.includes(name)) throw refusal('noManifest', connection.name);
    return name;
  }
  /** Karrio says only in a second call what the paper is. It may have none. */
  async function placedManifest({ id, shipment_identifiers: held }: Manifest, signal: AbortSignal): Promise<Placed> {
    const paper = await call(`/v1/manifests/${encodeURIComponent(id)}/document`, ManifestFile, signal, {}).catch(() => null);
    return { handle: id, number: id, held, file: paper?.base64 ? Buffer.from(paper.base64, 'base64') : null };
  }
  return {
    pickup: {
      async place({ id, day, from, until, instruction, address, count }, signal) {
        const body = {
          pickup_date: day,
          ready_time: from,
          closing_time: until,
          address: addressAt(address),
          parcels_count: count,
          ...(instruction ? { instruction } : {}),
          options: { connection_id: connection.account },
          metadata: { [OURS]: id },
        };
        return placedPickup(await call('/v1/pickups', Pickup, signal, body));
      },
      async find({ id }, signal) {
        const query = `metadata_key=${OURS}&metadata_value=${encodeURIComponent(id)}`;
        const { results } = await call(`/v1/pickups?${query}`, Pickups, signal);
        const found = results.find(({ metadata, status }) => metadata?.[OURS] === id && status !== 'cancelled');
        return found ? placedPickup(found) : null;
      },
    },
    manifest: {
      async place({ id, address, parcels }, signal) {
        const body = {
          carrier_name: await manifestName(signal),
          address: addressAt(address),
          shipment_ids: parcels.map(({ shipmentId }) => shipmentId),
          reference: id,
        };
        return placedManifest(await call('/v1/manifests', Manifest, signal, body), signal);
      },
      async find({ id }, signal) {
        const { results } = await call('/v1/manifests', Manifests, signal);
        const found = results.find(({ reference }) => reference === id);
        return found ? placedManifest(found, signal) : null;
      },
    },
    async cancelPickup(handle, signal) {
      await call(`/v1/pickups/${encodeURIComponent(handle)}/cancel`, Pickup, signal, { reason: 'Cancelled by the sender' }).catch(
        async (error: unknown) => {
          // One that is cancelled already is answered with 409.
          const now = await call(`/v1/pickups/${encodeURIComponent(handle)}`, Pickup, signal).catch(() => null);
          if (now?.status !== 'cancelled') throw error;
        },
      );
    },
  };
}
