import { addDays, houseToday } from '#contract/core/house-day';
import { type Booked, type CarrierAdapter, CarrierError } from '../adapter.ts';
import type { Connection } from '../connections.ts';
import { labelBytes, pdfBytes } from '../label-bytes.ts';
import { refusal } from '../services-at.ts';
import { checkDhl } from './check.ts';
import { callDhl, type DhlAccess, refusedItem } from './client.ts';
import { manifestAt, sheetOf } from './manifest.ts';
import { pickupsAt } from './pickups.ts';
import { orderOf, PROFILE } from './request.ts';
import { type Document, type Item, isOk, Orders } from './shapes.ts';
import { trackAt } from './track.ts';

/** Label of 103 by 150 mm for thermal printers, and 105 by 148 mm on paper. */
const FORMS = { zpl: 'docFormat=ZPL2&printFormat=910-300-400', pdf: 'docFormat=PDF&printFormat=910-300-300' } as const;

const isBooked = ({ sstatus }: Item): boolean => isOk(sstatus);
const textOf = (document: Document | null | undefined): string => document?.zpl2 || document?.b64 || '';

/** An account of DHL Parcel DE (docs/connections/dhl.md). There are no drafts, and DHL does not find shipments by our reference. */
export function dhlCarrier(access: DhlAccess, connection: Connection): CarrierAdapter {
  // DHL draws no PNG.
  const form = connection.labelFormat === 'zpl' ? FORMS.zpl : FORMS.pdf;

  function bookedOf(item: Item): Booked {
    const { shipmentNo, returnShipmentNo } = item;
    if (!shipmentNo) throw new CarrierError({ kind: 'unknown', message: 'The shipment has no number.' });
    const label = labelBytes(textOf(item.label));
    // A PDF holds the return label already (`combine`). In ZPL it is a second label of the same stream.
    const isSecond = label.format === 'zpl' && item.returnLabel;
    const bytes = isSecond ? Buffer.concat([label.bytes, Buffer.from('\n'), labelBytes(textOf(item.returnLabel)).bytes]) : label.bytes;
    return {
      shipmentId: shipmentNo,
      trackingNo: shipmentNo,
      retourNo: returnShipmentNo || null,
      // DHL names its prices on its bill only.
      price: null,
      zone: '',
      label: { format: label.format, bytes },
      customsPaper: pdfBytes(item.customsDoc?.b64),
    };
  }

  const hasLabel = ({ label }: Item): boolean => textOf(label) !== '';
  /** The documents of a shipment that was booked without them. @throws CarrierError `unknown` only: whatever fails here, the shipment is booked */
  async function documentsOf({ shipmentNo }: Item, signal: AbortSignal): Promise<Item> {
    const path = `/orders?shipment=${encodeURIComponent(shipmentNo ?? '')}&includeDocs=include&combine=true&${form}`;
    const { items } = await callDhl(access, path, Orders, { signal }).catch((error: Error) => {
      throw new CarrierError({ kind: 'unknown', message: error.message });
    });
    const [item] = items;
    if (!item) throw new CarrierError({ kind: 'unknown', message: 'The answer has no shipment.' });
    return { ...item, shipmentNo };
  }

  return {
    async label(request, _handle, signal) {
      const body = orderOf(connection, request);
      const query = `mustEncode=true&includeDocs=include&combine=true&${form}`;
      const { items } = await callDhl(access, `/orders?${query}`, Orders, { method: 'POST', body, signal });
      const [item] = items;
      if (!item) throw new CarrierError({ kind: 'unknown', message: 'The answer has no shipment.' });
      // 207 holds the refusal of its only shipment.
      if (!isBooked(item)) throw refusedItem(item);
      return hasLabel(item) ? bookedOf(item) : bookedOf(await documentsOf(item, signal));
    },
    look: async () => ({ kind: 'unknown' }),
    async void(shipmentId, signal) {
      const path = `/orders?profile=${PROFILE}&shipment=${encodeURIComponent(shipmentId)}`;
      try {
        const { items } = await callDhl(access, path, Orders, { method: 'DELETE', signal });
        const [item] = items;
        if (item && !isBooked(item)) throw refusedItem(item);
        return 'voided';
      } catch (error) {
        if (!(error instanceof CarrierError && ['gone', 'refused'].includes(error.fault.kind))) throw error;
        // After the end of a day DHL answers as if it had no such shipment.
        for (const day of [houseToday(), addDays(houseToday(), -1)]) {
          const sheet = await sheetOf(access, day, signal).catch(() => null);
          if (sheet?.numbers.has(shipmentId)) throw refusal('dayClosed', connection.name);
        }
        throw error;
      }
    },
    manifest: manifestAt(access),
    ...pickupsAt(access, connection),
    track: (numbers, signal) => trackAt(access, numbers, signal),
    check: (signal) => checkDhl(access, connection, signal),
  };
}
