import { itemOf, skuOf } from './profile-rules.ts';
import { SPECS } from './profiles.ts';
import type { Pending, Prompt, StationState } from './state.ts';

/** The wording of a quantity prompt depends on where the number comes from. */
function wordingOf({ ask, got }: Pending): string {
  if (ask !== 'taken' || got.mode === 'type') return ask;
  if (got.mode === 'count') return 'takenSome';
  return got.last === 1 ? 'takenLast' : 'takenAll';
}

/** The current prompt. It is derived from the state alone, so it is also correct after an undo or a refusal. */
export function promptOf(state: Pick<StationState, 'work' | 'at' | 'profile'>): Prompt {
  const { pending } = state.at;
  if (pending) {
    const sku = skuOf(state.work, pending.goods?.itemId ?? state.at.itemId);
    const pattern = itemOf(state.work, pending.goods?.itemId ?? null)?.serialPattern ?? '';
    const params = { sku, pattern, qty: pending.goods?.qty ?? 1, ...pending.got };
    return { ask: pending.ask, key: `scan.prompt.${wordingOf(pending)}`, params, options: pending.options };
  }
  const { family, options } = SPECS[state.profile];
  const { prompt: ask, params = {} } = family.prompt({ work: state.work, at: state.at, options });
  return { ask, key: `scan.prompt.${ask}`, params, options: [] };
}
