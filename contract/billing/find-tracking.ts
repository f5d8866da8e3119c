import { isDhl20, isDpd, isS10, isUps } from '../core/barcode/check-digits.ts';

/** Finds tracking numbers in the texts of the lines of a bill, for carriers that send an e-invoice and no list of parcels. */

/** A word after one of these is taken as a tracking number even if no check digit proves it. */
const NAMED =
  /(?:tracking|sendungs?|paket(?:schein)?|parcel|shipment|awb|waybill|colli|运单|单号)[\s.-]*(?:nummer|number|nr|no|id)?[\s.:#-]*([0-9A-Z][0-9A-Z ]{6,38}[0-9A-Z])/giu;
const WORD = /[0-9A-Z]{10,30}/g;
/** A DPD number is printed without its check character; only the longer form can be proven. */
export const isProven = (word: string): boolean => isUps(word) || isDhl20(word) || isS10(word) || (/\d{14}/.test(word) && isDpd(word));

/** A name with digits in groups: `1Z 999 AA1`, `0034 0434 …`. Groups end where a word without a digit begins. */
function joined(text: string): string {
  const groups = text.trim().split(/\s+/);
  const end = groups.findIndex((group) => !/\d/.test(group));
  return (end < 0 ? groups : groups.slice(0, end)).join('');
}

export function trackingNumbersIn(text: string): string[] {
  const upper = text.toUpperCase();
  const words = [...(upper.match(WORD) ?? []), ...(upper.replace(/(?<=[0-9A-Z])[ -](?=[0-9A-Z])/g, '').match(WORD) ?? [])].filter(isProven);
  const named = [...upper.matchAll(NAMED)].map(([, word = '']) => joined(word)).filter((word) => /^(?=.*\d)[0-9A-Z]{8,35}$/.test(word));
  return [...new Set([...words, ...named])];
}

/** Words that may be a tracking number although nothing proves it: they count only where a label has this number. */
export const possibleNumbersIn = (text: string): string[] =>
  (text.toUpperCase().match(/[0-9A-Z]{8,35}/g) ?? []).filter((word) => word.replaceAll(/\D/g, '').length >= 6);
