import type { Mask } from '#contract/core/mask';
import { useUser } from '../../../providers/user.ts';
import { useRows } from '../data.ts';
import type { Row } from '../kinds/kind.ts';

export const isShared = (view: Row): boolean => view['shared'] === true;

/** Saved views of a list: the user's own and shared ones. */
export function useViews(mask: Mask) {
  const user = useUser();
  const query = useRows('views', {
    limit: 200,
    cursor: null,
    search: '',
    sort: null,
    back: false,
    filters: [{ field: 'mask', op: 'eq', value: mask.key }],
  });
  const rows = query.data?.data ?? [];
  const mine = (view: Row): boolean => view['createdBy'] === user?.id;
  return { views: rows.filter((view) => isShared(view) || mine(view)), mine };
}
