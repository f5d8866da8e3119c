import { mayRun } from './actions.ts';
import { wanted } from './count-lines.ts';
import type { TaskFacts } from './facts.ts';
import type { RefusalKey } from './guards.ts';

/** What closing a receipt means, whoever closes it: the dock by scan or the desk by command (domain 3.4). */
export type ReceiptClosing = {
  refusal: RefusalKey | 'reasonForDifference' | null;
  /** Nothing is left to do before put-away. */
  ready: boolean;
  /** What came is not what was announced: the merchant has to answer. Of a return each piece was decided as it came. */
  asksMerchant: boolean;
};

/** Of a delivery any other number than announced is a difference, and so is damage. What more came back, or broken, was decided piece by piece. */
const differsOf = ({ kind, lines }: TaskFacts): boolean =>
  lines.some((line) => (kind === 'retour' ? line.received < wanted(line) : line.received !== wanted(line) || line.damaged > 0));

/** A difference needs a reason. */
export function closingOf(facts: TaskFacts, reason: string): ReceiptClosing {
  const differs = differsOf(facts);
  return {
    refusal: mayRun('closeReceipt', facts) ?? (differs && reason === '' ? 'reasonForDifference' : null),
    ready: !differs && !facts.labelSwap,
    asksMerchant: differs && facts.kind === 'inbound',
  };
}
