import type { Mask } from '#contract/core/mask';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { useNewTitle, useText } from '../field-context.ts';
import { type Action, offers } from './actions.ts';
import type { CreateButton } from './ListHead.tsx';
import type { ListActions } from './use-actions.tsx';

const iconOf = (action: Action): string => (action.kind === 'mask' && action.spec.icon) || 'plus';
/** A plus says that it adds a row, so a phone needs no words. */
const addsRow = (action: Action): boolean => action.kind === 'mask' && action.spec.icon === 'plus';

/** Whether records of this mask are made by a form at all, and whether this user may. */
export function useMayCreate(mask: Mask): { hasForm: boolean; may: boolean } {
  return { hasForm: offers(mask, 'create') && mask.form !== undefined, may: useAllowed(`${mask.area}.create`) };
}

/** Adds something to the list: a new record, otherwise the first action of the list. The other actions stand beside it. */
export function useCreate(mask: Mask, onNew: (() => void) | null, { onList, run }: ListActions) {
  const text = useText();
  const newTitle = useNewTitle();
  const [first, ...rest] = onList;
  if (onNew) return { create: { label: newTitle(mask), run: onNew } satisfies CreateButton, others: onList };
  if (first)
    return {
      create: {
        label: text(first.label),
        run: () => run(first, []),
        ...(addsRow(first) ? {} : { icon: iconOf(first) }),
      } satisfies CreateButton,
      others: rest,
    };
  return { create: null, others: [] };
}
