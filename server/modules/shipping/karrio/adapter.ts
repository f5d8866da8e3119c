import { minorOf } from '#contract/core/currency';
import { CURRENCIES } from '#contract/core/fields';
import { type Booked, type CarrierAdapter, CarrierError, type LabelRequest, type Seen } from '../adapter.ts';
import type { Connection } from '../connections.ts';
import { labelBytes } from '../label-bytes.ts';
import { serviceAt } from '../services-at.ts';
import { callKarrio, type KarrioAccess } from './client.ts';
import { dayOrdersAt } from './day-orders.ts';
import { ratesAt } from './rates.ts';
import { draftAt } from './request.ts';
import { Connections, Document, Shipment, Shipments } from './shapes.ts';
import { trackAt } from './track.ts';

/** Connectors of Karrio that tell the carrier about a cancelled shipment. The others only note it in Karrio, and the carrier may bill it. */
const FORWARDS_CANCELLATION = ['dhl_parcel_de', 'ups', 'gls', 'fedex', 'postat', 'chronopost', 'landmark', 'usps'];
/** States in which nothing was bought. */
const UNBOUGHT: Record<string, Seen['kind']> = { draft: 'unknown', cancelled: 'none' };
/** Shipments in an answer, and drafts that are looked at in a night. */
const PAGE = 100;
const MOST_DRAFTS = 5_000;

/** A carrier account behind a Karrio gateway (docs/connections/karrio.md). */
export function karrioCarrier(access: KarrioAccess, connection: Connection): CarrierAdapter {
  const shipmentAt = (id: string, signal: AbortSignal): Promise<Shipment> =>
    callKarrio(access, `/v1/shipments/${encodeURIComponent(id)}`, Shipment, { signal });

  async function bookedOf(shipment: Shipment, signal: AbortSignal): Promise<Booked> {
    const { id, tracking_number: trackingNo, selected_rate: rate, return_shipment: back } = shipment;
    if (!trackingNo) throw new CarrierError({ kind: 'unknown', message: 'The shipment has no tracking number.' });
    const enclosed = shipment.shipping_documents?.find(({ category, base64 }) => category === 'label' && base64)?.base64;
    const path = `/v1/shipments/${encodeURIComponent(id)}/documents/label`;
    const text = enclosed ?? (await callKarrio(access, path, Document, { method: 'POST', body: {}, signal })).base64 ?? '';
    const paper = shipment.shipping_documents?.find(({ category, base64 }) => category === 'invoice' && base64)?.base64;
    const currency = CURRENCIES.find((one) => one === rate?.currency);
    return {
      shipmentId: id,
      trackingNo,
      retourNo: back?.tracking_number || null,
      price: rate?.total_charge != null && currency ? { amount: minorOf(rate.total_charge, currency), currency } : null,
      zone: '',
      label: labelBytes(text),
      customsPaper: paper ? Buffer.from(paper, 'base64') : null,
    };
  }
  const isOurs = (shipment: Shipment, { parcelId, round, reference }: LabelRequest): boolean =>
    shipment.reference === reference &&
    shipment.metadata?.['kontor_parcel'] === parcelId &&
    String(shipment.metadata?.['kontor_round']) === String(round) &&
    shipment.status !== 'cancelled';
  /** Karrio compares references by "contains" and leaves out archived shipments. */
  async function findOurs(request: LabelRequest, signal: AbortSignal): Promise<Shipment | null> {
    const query = `reference=${encodeURIComponent(request.reference)}`;
    for (const archived of ['', '&is_archived=true']) {
      const { results } = await callKarrio(access, `/v1/shipments?${query}${archived}`, Shipments, { signal });
      const ours = results.filter((one) => isOurs(one, request));
      const found = ours.find(({ status }) => status !== 'draft') ?? ours[0];
      if (found) return found;
    }
    return null;
  }

  /** Only drafts that hold our mark. Karrio gives lists in pages of at most 100. */
  async function draftsBefore(before: Date, signal: AbortSignal): Promise<{ handle: string; parcelId: string }[]> {
    const query = `status=draft&metadata_key=kontor_parcel&created_before=${encodeURIComponent(before.toISOString())}&limit=${PAGE}`;
    const found: { handle: string; parcelId: string }[] = [];
    for (let offset = 0; offset < MOST_DRAFTS; offset += PAGE) {
      const { results, next } = await callKarrio(access, `/v1/shipments?${query}&offset=${offset}`, Shipments, { signal });
      for (const { id, status, metadata } of results) {
        const parcelId = metadata?.['kontor_parcel'];
        if (status === 'draft' && typeof parcelId === 'string') found.push({ handle: id, parcelId });
      }
      if (!next) break;
    }
    return found;
  }

  return {
    async prepare(request, signal) {
      const known = request.again ? await findOurs(request, signal) : null;
      if (known) return known.id;
      const { id } = await callKarrio(access, '/v1/shipments', Shipment, { method: 'POST', body: draftAt(connection, request), signal });
      return id;
    },
    async label(request, handle, signal) {
      const body = {
        service: serviceAt(connection, request.service),
        label_type: connection.labelFormat.toUpperCase(),
        reference: request.reference,
      };
      const requestId = `kontor-${request.parcelId}-${request.round}-${request.tries}`;
      const path = `/v1/shipments/${encodeURIComponent(handle)}/purchase`;
      const sold = await callKarrio(access, path, Shipment, { method: 'POST', body, requestId, signal }).catch(async (error: unknown) => {
        // Karrio answers 409 if it is bought already. Any other refusal leaves the draft as it is.
        if (error instanceof CarrierError && error.fault.kind === 'refused') {
          const now = await shipmentAt(handle, signal).catch(() => null);
          if (now && !(now.status in UNBOUGHT)) return now;
          // Then it is made anew.
          if (now?.status === 'cancelled') throw new CarrierError({ kind: 'gone', message: error.fault.message });
        }
        throw error;
      });
      if (sold.status in UNBOUGHT) throw new CarrierError({ kind: 'unknown', message: 'The shipment is not bought yet.' });
      return bookedOf(sold, signal);
    },
    async look(request, handle, signal) {
      const found = await shipmentAt(handle, signal).catch(async (error: unknown) => {
        if (error instanceof CarrierError && error.fault.kind === 'gone') return findOurs(request, signal);
        throw error;
      });
      if (!found) return { kind: 'none' };
      const unbought = UNBOUGHT[found.status];
      if (unbought === 'none' || unbought === 'unknown') return { kind: unbought };
      return { kind: 'booked', booked: await bookedOf(found, signal) };
    },
    drafts: draftsBefore,
    async void(shipmentId, signal) {
      const path = `/v1/shipments/${encodeURIComponent(shipmentId)}/cancel`;
      const { carrier_name: name } = await callKarrio(access, path, Shipment, { method: 'POST', body: {}, signal });
      return FORWARDS_CANCELLATION.includes(name ?? '') ? 'voided' : 'localOnly';
    },
    rates: (request, signal) => ratesAt(access, connection, request, signal),
    ...dayOrdersAt(access, connection),
    track: (numbers, signal) => trackAt(access, connection, numbers, signal),
    async check(signal) {
      try {
        const { results } = await callKarrio(access, '/v1/connections?active=true', Connections, { signal });
        const known = results.some(({ carrier_id: id, active }) => active && id === connection.account);
        return known ? { ok: true, missing: [] } : { ok: false, message: 'noAccount' };
      } catch (error) {
        const refused = error instanceof CarrierError && error.fault.kind === 'misconfigured';
        return { ok: false, message: refused ? 'refused' : 'unreachable' };
      }
    },
  };
}
