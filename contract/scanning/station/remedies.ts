import type { RefusalReason } from '../commands.ts';

/** How a refused scan is resolved: by scanning again, by the shift lead or by the office. What was done already needs nothing. */
const REMEDIES: Record<Exclude<RefusalReason, `already${string}`>, 'again' | 'lead' | 'office'> = {
  unknownTask: 'office',
  unknownLine: 'again',
  unknownParcel: 'again',
  unknownPlace: 'lead',
  unknownItem: 'office',
  wrongMerchant: 'lead',
  wrongItem: 'again',
  wrongState: 'lead',
  blocked: 'office',
  tooMany: 'again',
  overReceipt: 'lead',
  notEnough: 'lead',
  placeBlocked: 'lead',
  placeOfOther: 'again',
  placeFull: 'again',
  returnOpen: 'again',
  nothingToReturn: 'lead',
  serialNeeded: 'again',
  serialWrong: 'again',
  serialUsed: 'lead',
  serialUnknown: 'lead',
  lotNeeded: 'again',
  expiryNeeded: 'again',
  weightNeeded: 'again',
  tooHeavy: 'again',
  notLabelled: 'lead',
  listEmpty: 'again',
  notUndoable: 'lead',
  countClosed: 'lead',
  unknownWork: 'lead',
  noRight: 'lead',
  broken: 'office',
};
/** The locale key of the remedy for a refused scan. A newer server version may send a reason that is not known here. */
export function remedyText(reason: string): string {
  const remedy = Object.hasOwn(REMEDIES, reason) ? REMEDIES[reason as keyof typeof REMEDIES] : 'office';
  return `scan.pending.${reason.startsWith('already') ? 'nothing' : remedy}`;
}
