import { useState } from 'react';
import type { MadeRule, RuleOffer } from '#contract/bank/learned-rule';
import { newIntent } from '../../../providers/new-id.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { useCall, useRead } from '../../../providers/use-call.ts';

/** The last thing that was done. `learns`: booked to an account by hand, so that a rule may follow. */
export type Done = { id: string; text: string; learns?: boolean };

export type LearnedRule = {
  /** What can be made a rule now. */
  offer: RuleOffer | null;
  /** The rule that was made of the last entry. */
  made: MadeRule | null;
  make: () => Promise<void>;
  /** Null: nothing to take back. */
  undo: (() => Promise<void>) | null;
};

/** The rule that follows from the last booked entry: offered, made, and taken back. */
export function useLearnedRule(last: Done | null, bankAccountId: string | null): LearnedRule {
  const call = useCall();
  const mayMake = useAllowed('bankRules.create');
  const mayUndo = useAllowed('bankRules.delete');
  const [kept, setKept] = useState<{ of: string; rule: MadeRule } | null>(null);
  const id = last?.learns ? last.id : '';
  const found = useRead<RuleOffer | null>(`/v0/bankEntries/${id}/rule`, {
    queryKey: ['bankEntries', 'rule', id],
    enabled: mayMake && id !== '',
    gcTime: 0,
  });
  const made = kept !== null && kept.of === id ? kept.rule : null;
  return {
    offer: id === '' || made ? null : (found.data ?? null),
    made,
    make: async () => {
      const rule = await call<MadeRule>('POST', `/v0/bankEntries/${id}/rule`, { intent: newIntent() });
      setKept({ of: id, rule });
    },
    undo:
      made?.isNew && mayUndo
        ? async () => {
            await call('DELETE', `/v0/bankRules/${made.id}`);
            setKept(null);
            await call('POST', '/v0/bankEntries/match', { body: { bankAccountId } });
          }
        : null,
  };
}
