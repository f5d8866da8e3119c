import type { AddressFault } from '../core/address.ts';

/**
 * Reasons given by the system, stored as codes and shown in the user's language (tasks.json, `reasons`). Reasons typed by people are
 * shown unchanged.
 */
export const REASON_CODES = [
  'orderUnknown',
  'moreDelivered',
  'wrongCount',
  'noAnnouncement',
  'lessDelivered',
  'damagedOnArrival',
  'cancelledOnRequest',
  'undo',
  'noAnswer',
] as const;
/** Reasons for a cancellation without text: a request without a reason, or the undo of the scan that opened a return. */
export const CANCEL_CODES = ['cancelledOnRequest', 'undo'] as const satisfies readonly ReasonCode[];
export type ReasonCode = (typeof REASON_CODES)[number];

const ADDRESS = 'address:';
const FAULT = /^(\w+)\.(\w+)$/;

/** Address faults in the stored form of a reason: `address:zip.zip,streetNumber.houseNumber`. */
export const addressReason = (faults: readonly AddressFault[]): string =>
  ADDRESS + faults.map(({ path, rule }) => `${path}.${rule}`).join(',');

export type Reason =
  | { is: 'address'; faults: { path: string; rule: string }[] }
  | { is: 'code'; code: ReasonCode }
  | { is: 'words'; text: string };

/** Parses a stored reason: address faults, a reason code, or the text of a person or carrier. */
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
