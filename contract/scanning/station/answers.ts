import { readSize, readWeight } from '../measure.ts';
import type { PendingPrompt } from './feedback.ts';
import type { Code, Pending } from './state.ts';

const real = (year: string, month: string, day: string): string | null => {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null;
};
/** Reads a date in a format used on labels: 2027-03-31, 31.03.2027, 31/03/2027 or 270331. */
function readDate(text: string): string | null {
  const iso = /^(20\d\d)-?(\d\d)-?(\d\d)$/.exec(text);
  if (iso) return real(iso[1] ?? '', iso[2] ?? '', iso[3] ?? '');
  const european = /^(\d{1,2})[./](\d{1,2})[./](20\d\d)$/.exec(text);
  if (european) return real(european[3] ?? '', european[2] ?? '', european[1] ?? '');
  const short = /^(\d\d)(\d\d)(\d\d)$/.exec(text);
  return short ? real(`20${short[1]}`, short[2] ?? '', short[3] ?? '') : null;
}

/** At most six digits, because every product code is longer. */
const readNumber = (text: string): number | null => (/^\d{1,6}$/.test(text) ? Number(text) : null);

function option({ raw }: Code, { options }: Pending): string | null {
  const given = raw.trim().toUpperCase();
  const fits = (text: string): boolean => text.toUpperCase() === given;
  return options.find(({ code, value, also = [] }) => fits(code) || fits(value) || also.some(fits))?.value ?? null;
}
/** Whether the code is a number of one of the options, such as the tracking number of a return. */
export const namesOption = (code: Code, { options }: Pending): boolean =>
  options.some(({ also = [] }) => also.some((text) => text.toUpperCase() === code.raw.trim().toUpperCase()));
const line = (text: string, max: number): string | null => (text.length > 0 && text.length <= max && !/\p{C}/u.test(text) ? text : null);
const text = (code: Code): string => code.raw.trim();

/** Reads a code as the answer to each prompt. Null: the code is not an answer. */
const READERS: Record<PendingPrompt, (code: Code, pending: Pending) => string | number | null> = {
  lot: (code) => code.lot ?? line(text(code), 40),
  expiry: (code) => code.expiry ?? readDate(text(code)),
  serial: (code) => code.serial ?? line(text(code), 64),
  reason: option,
  order: option,
  merchant: option,
  return: option,
  list: option,
  leave: option,
  line: option,
  outcome: option,
  condition: option,
  seen: (code) => readNumber(text(code)),
  left: (code) => readNumber(text(code)),
  taken: (code) => readNumber(text(code)),
  howMany: (code) => readNumber(text(code)),
  weight: (code) => readWeight(text(code)),
  weightOdd: (code, pending) => option(code, pending) ?? readWeight(text(code)),
  size: (code) => readSize(text(code)),
  carrier: option,
  newLabel: (code, { got }) => (text(code) === got.old ? null : line(text(code), 64)),
};
export const readAnswer = (code: Code, pending: Pending): string | number | null => READERS[pending.ask](code, pending);

/** Prompts that accept any text. A code that has another meaning at this station is not taken as their answer. */
export const FREE: readonly PendingPrompt[] = ['lot', 'serial', 'newLabel'];
/** The answer that the DONE command gives to a prompt. */
export const DEFAULTS: { [Q in PendingPrompt]?: string } = { outcome: 'restock', seen: '' };
