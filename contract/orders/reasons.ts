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

/** Why a label cannot be bought, found by Kontor itself before or instead of the carrier. */
export const LABEL_REFUSALS = [
  'noDefaultService',
  'noService',
  'notAProduct',
  'notAService',
  'needsAmount',
  'onlyEuro',
  'needsDay',
  'tooHeavy',
  'tooLong',
  'tooWide',
  'tooThick',
  'tooLarge',
  'customs',
  'postNumber',
  'noPlace',
  'longName',
  'longLines',
  'longStreet',
  'longCity',
  'noPhone',
  'noSenderPhone',
  'noPickupPhone',
  'noApiSecret',
  'refusedSecret',
  'notALocation',
  'otherDay',
  'noReturnAccount',
  'noManifest',
  'customsData',
  'customsGoods',
  'customsCurrency',
  'customsWeight',
  'customsMany',
  'dayClosed',
] as const;
export type LabelRefusal = (typeof LABEL_REFUSALS)[number];
const LABEL = 'label:';

/**
 * Such a refusal in the stored form of a reason.
 * @param value what the sentence names, such as the service
 * @example labelReason('noService', 'express') === 'label:noService:express'
 */
export const labelReason = (refusal: LabelRefusal, value = ''): string => `${LABEL}${refusal}:${value}`;

export type Reason =
  | { is: 'address'; faults: { path: string; rule: string }[] }
  | { is: 'code'; code: ReasonCode }
  | { is: 'label'; refusal: LabelRefusal; value: string }
  | { is: 'words'; text: string };

/** Parses a stored reason: address faults, a reason code, a label that cannot be bought, or the text of a person or carrier. */
export function readReason(reason: string): Reason {
  const code = REASON_CODES.find((one) => one === reason);
  if (code) return { is: 'code', code };
  if (reason.startsWith(LABEL)) {
    const [name = '', ...value] = reason.slice(LABEL.length).split(':');
    const refusal = LABEL_REFUSALS.find((one) => one === name);
    return refusal ? { is: 'label', refusal, value: value.join(':') } : { is: 'words', text: reason };
  }
  if (!reason.startsWith(ADDRESS)) return { is: 'words', text: reason };
  const parts = reason.slice(ADDRESS.length).split(',');
  const faults = parts.flatMap((part) => {
    const [, path, rule] = FAULT.exec(part) ?? [];
    return path !== undefined && rule !== undefined ? [{ path, rule }] : [];
  });
  return faults.length === parts.length ? { is: 'address', faults } : { is: 'words', text: reason };
}
