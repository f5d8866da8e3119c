import { GS, type Gs1Fault, parseGs1 } from '../../core/barcode/gs1.ts';
import type { FeedbackCode } from './feedback.ts';
import type { Reply } from './profile-rules.ts';
import type { Code } from './state.ts';

/** Each fault of a GS1 message is a sentence of its own: whoever printed the label has to be told which. */
const FAULTS: Record<Gs1Fault['fault'], FeedbackCode> = {
  empty: 'labelEmpty',
  unknownAi: 'labelUnknownAi',
  format: 'labelFormat',
  checkDigit: 'labelCheckDigit',
  date: 'labelDate',
  twice: 'labelTwice',
};

/**
 * Elements that leave open how many pieces of what a label stands for (General Specifications, 4.13): a piece and a content, or a count without
 * what is counted. Other forbidden pairs are common in the field and change nothing that is booked.
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
  // One piece of the item itself is what it would be without the count.
  const counts = (ai: string): boolean => ai !== '37' || elements.some((element) => element.ai === '37' && Number(element.value) !== 1);
  const both = TOGETHER.find(([one, other]) => has(one) && has(other) && counts(other));
  if (both) return { feedback: 'labelTogether', params: { ai: both[0], other: both[1] } };
  const alone = ALONE.find(([one, other]) => has(one) && !has(other) && !has('01'));
  return alone ? { feedback: 'labelAlone', params: { ai: alone[0], other: alone[1] } } : null;
}

/** The scanner said so, or it is written as nothing else is. A long number could be anybody's. */
const isGs1 = (raw: string): boolean => raw.includes(GS) || /^\(\d{2,4}\)/.test(raw);
const mayBeGs1 = (raw: string): boolean => /^(?:00\d{18}|0[12]\d{14})$/.test(raw);

/**
 * What is wrong with a GS1 label. `known`: the code means something here, so that only a label that says two things is refused.
 */
export function labelFault(code: Code, known: boolean): Reply | null {
  const raw = code.raw.replaceAll('\u241d', GS);
  const sure = code.fault !== undefined || isGs1(raw);
  if (!sure && !mayBeGs1(raw) && code.kind !== 'gs1') return null;
  const read = parseGs1(raw);
  if (read.ok) return code.kind === 'gs1' ? combination(read.elements) : null;
  return known ? null : { feedback: FAULTS[read.fault], params: { ai: read.ai } };
}
