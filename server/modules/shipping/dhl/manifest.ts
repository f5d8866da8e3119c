import { CarrierError, type DayOrders, type PickupOrder, type Placed } from '../adapter.ts';
import { callDhl, type DhlAccess } from './client.ts';
import { PROFILE } from './request.ts';
import { Closed, isOk, Sheets } from './shapes.ts';

/** The end of the day at DHL: shipments are closed in small lists, and stand on the sheets of the day afterwards. Closing one again has no effect. */

/** Shipments that DHL closes in a call. */
const MOST = 30;

type Sheet = { numbers: ReadonlySet<string>; sheets: string; file: Buffer | null };
const isText = (text: string | null | undefined): text is string => Boolean(text);

/** What stands on the sheets of a day; null if DHL has none. @throws CarrierError */
export async function sheetOf(access: DhlAccess, day: string, signal: AbortSignal): Promise<Sheet | null> {
  try {
    const { manifest, sheetNo, items } = await callDhl(access, `/manifests?date=${day}&includeDocs=include`, Sheets, { signal });
    const text = manifest?.map(({ b64 }) => b64).find(isText);
    return {
      numbers: new Set(items?.map(({ shipmentNo }) => shipmentNo).filter(isText)),
      sheets: [...new Set(sheetNo?.map((one) => one.sheetNo).filter(isText))].join(', '),
      file: text ? Buffer.from(text, 'base64') : null,
    };
  } catch (error) {
    if (error instanceof CarrierError && (error.fault.kind === 'gone' || error.fault.kind === 'refused')) return null;
    throw error;
  }
}

const isUnknown = (error: unknown): boolean => error instanceof CarrierError && error.fault.kind === 'unknown';
/** A list of numbers in lists that DHL takes. */
const listsOf = (numbers: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(numbers.length / MOST) }, (_, n) => numbers.slice(n * MOST, (n + 1) * MOST));

export function manifestAt(access: DhlAccess): DayOrders {
  /** @returns why shipments were not closed, by their number. @throws CarrierError */
  async function close(shipmentNumbers: string[], signal: AbortSignal): Promise<Record<string, string>> {
    const body = { profile: PROFILE, shipmentNumbers };
    const { items } = await callDhl(access, '/manifests', Closed, { method: 'POST', body, signal });
    const answers = new Map(items?.map(({ shipmentNo, sstatus }) => [shipmentNo, sstatus]));
    return Object.fromEntries(
      shipmentNumbers.flatMap((one) => {
        const answer = answers.get(one);
        return answer && isOk(answer) ? [] : [[one, answer?.detail || answer?.title || 'No reason given.']];
      }),
    );
  }
  /** If the answer is lost, the sheets say what was closed. The rest is sent once more. */
  async function closeOrLook(numbers: string[], day: string, signal: AbortSignal): Promise<Record<string, string>> {
    try {
      return await close(numbers, signal);
    } catch (error) {
      if (!isUnknown(error)) throw error;
      const sheet = await sheetOf(access, day, signal);
      const open = numbers.filter((one) => !sheet?.numbers.has(one));
      return open.length === 0 ? {} : close(open, signal);
    }
  }
  const placedOf = ({ day, parcels }: PickupOrder, sheet: Sheet | null, reason: Record<string, string>): Placed => ({
    handle: '',
    number: sheet?.sheets || day,
    held: parcels.map(({ shipmentId }) => shipmentId).filter((one) => !(one in reason)),
    file: sheet?.file ?? null,
    why: reason,
  });

  return {
    async place(order, signal) {
      const reason: Record<string, string> = {};
      const lists = listsOf(order.parcels.map(({ shipmentId }) => shipmentId));
      for (const [n, list] of lists.entries()) {
        try {
          Object.assign(reason, await closeOrLook(list, order.day, signal));
        } catch (error) {
          // What was closed before stays closed, so the order is not refused as a whole. After a lost answer the sheets are read instead.
          if (n === 0 || isUnknown(error) || !(error instanceof CarrierError)) throw error;
          for (const one of lists.slice(n).flat()) reason[one] = error.message;
          break;
        }
      }
      // The parcels are closed, whatever becomes of the paper.
      const sheet = await sheetOf(access, order.day, signal).catch(() => null);
      for (const one of Object.keys(reason)) if (sheet?.numbers.has(one)) delete reason[one];
      const placed = placedOf(order, sheet, reason);
      if (placed.held.length === 0)
        throw new CarrierError({ kind: 'refused', message: [...new Set(Object.values(reason))].join(' ') || 'No reason given.' });
      return placed;
    },
    async find(order, signal) {
      const sheet = await sheetOf(access, order.day, signal);
      const open = order.parcels.map(({ shipmentId }) => shipmentId).filter((one) => !sheet?.numbers.has(one));
      if (open.length === order.parcels.length) return null;
      return placedOf(order, sheet, Object.fromEntries(open.map((one) => [one, ''])));
    },
  };
}
