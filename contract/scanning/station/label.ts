import { GS, type Gs1Fault, parseGs1 } from '../../core/barcode/gs1.ts';
import type { FeedbackCode } from './feedback.ts';
import type { Reply } from './profile-rules.ts';
import type { Code } from './state.ts';

/** Each fault of a GS1 message has its own sentence, so that the printer of the label can be told what is wrong. */
const FAULTS: Record<Gs1Fault['fault'], FeedbackCode> = {
  empty: 'labelEmpty',
  unknownAi: 'labelUnknownAi',
  format: 'labelFormat',
  checkDigit: 'labelCheckDigit',
  date: 'labelDate',
  twice: 'labelTwice',
};

/**
 * Pairs of elements that make the number of pieces ambiguous (General Specifications, 4.13): an item together with a content, or a count
 * without the counted item. Other forbidden pairs are common in practice and do not change what is booked.
 */
const TOGETHER: readonly (readonly [string, string])[] = [
  ['01', '02'],
  ['01', '37'],
];
const ALONE: readonly (readonly [string, string])[] = [
  ['02', '37'],
  ['37', '02'],
];

type Elements = readonly { ai: string; value: string }[];
function combination(elements: Elements): Reply | null {
  const has = (ai: string): boolean => elements.some((element) => element.ai === ai);
  // A count of 1 for the item itself changes nothing and is allowed.
  const counts = (ai: string): boolean => ai !== '37' || elements.some((element) => element.ai === '37' && Number(element.value) !== 1);
  const both = TOGETHER.find(([one, other]) => has(one) && has(other) && counts(other));
  if (both) return { feedback: 'labelTogether', params: { ai: both[0], other: both[1] } };
  const alone = ALONE.find(([one, other]) => has(one) && !has(other) && !has('01'));
  return alone ? { feedback: 'labelAlone', params: { ai: alone[0], other: alone[1] } } : null;
}

/** True if the scanner reported GS1 or the text has GS1 syntax. A long number alone is not proof. */
const isGs1 = (raw: string): boolean => raw.includes(GS) || /^\(\d{2,4}\)/.test(raw);
const mayBeGs1 = (raw: string): boolean => /^(?:00\d{18}|0[12]\d{14})$/.test(raw);

/** What is wrong with a GS1 label. If `known`, the code has a meaning here, and only a label with contradicting elements is refused. */
export function labelFault(code: Code, known: boolean): Reply | null {
  const raw = code.raw.replaceAll('\u241d', GS);
  const sure = code.fault !== undefined || isGs1(raw);
  if (!sure && !mayBeGs1(raw) && code.kind !== 'gs1') return null;
  const read = parseGs1(raw);
  if (read.ok) return code.kind === 'gs1' ? combination(read.elements) : null;
  return known ? null : { feedback: FAULTS[read.fault], params: { ai: read.ai } };
}
