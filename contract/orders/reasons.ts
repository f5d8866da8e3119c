import type { AddressFault } from '../core/address.ts';

/** Reasons that the house's own rules give, kept by name and told in the reader's language (tasks.json, `reasons`). People's own words stand as they are. */
export const REASON_CODES = [
  'orderUnknown',
  'moreDelivered',
  'wrongCount',
  'noAnnouncement',
  'lessDelivered',
  'damagedOnArrival',
  'cancelledOnRequest',
  'undo',
] as const;
/** Reasons of a cancellation for which nobody gave words: a request without any, and a scan that opened a return and was taken back. */
export const CANCEL_CODES = ['cancelledOnRequest', 'undo'] as const satisfies readonly ReasonCode[];
type ReasonCode = (typeof REASON_CODES)[number];

const ADDRESS = 'address:';
const FAULT = /^(\w+)\.(\w+)$/;

/** Faults of an address as a reason is kept: `address:zip.zip,streetNumber.houseNumber`. */
export const addressReason = (faults: readonly AddressFault[]): string =>
  ADDRESS + faults.map(({ path, rule }) => `${path}.${rule}`).join(',');

export type Reason =
  | { is: 'address'; faults: { path: string; rule: string }[] }
  | { is: 'code'; code: ReasonCode }
  | { is: 'words'; text: string };

/** What a kept reason is: of the address check, of the house's rules, or what a person (or a carrier) said. */
export function readReason(reason: string): Reason {
  const code = REASON_CODES.find((one) => one === reason);
  if (code) return { is: 'code', code };
  if (!reason.startsWith(ADDRESS)) return { is: 'words', text: reason };
  const parts = reason.slice(ADDRESS.length).split(',');
  const faults = parts.flatMap((part) => {
    const [, path, rule] = FAULT.exec(part) ?? [];
    return path !== undefined && rule !== undefined ? [{ path, rule }] : [];
  });
  return faults.length === parts.length ? { is: 'address', faults } : { is: 'words', text: reason };
}
