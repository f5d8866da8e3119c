import { mayRun } from './actions.ts';
import { wanted } from './count-lines.ts';
import type { TaskFacts } from './facts.ts';
import type { RefusalKey } from './guards.ts';

/** Result of closing a receipt, by scan at the dock or by command in the office (domain 3.4). */
export type ReceiptClosing = {
  refusal: RefusalKey | 'reasonForDifference' | null;
  /** No preparation is needed before put-away. */
  ready: boolean;
  /**
   * The received goods differ from the announcement: the merchant has to decide. In a return each piece was already decided on receipt.
   */
  asksMerchant: boolean;
};

/** For a delivery, every other quantity than announced and any damage is a difference. For a return, only missing pieces are. */
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
