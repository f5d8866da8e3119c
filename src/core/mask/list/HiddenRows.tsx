import Button from 'antd/es/button';
import type { Mask } from '#contract/core/mask';
import { useFormat } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import { useCounts } from '../data.ts';
import { useMaskT } from '../field-context.ts';
import type { ListState } from './url-state.ts';

type Props = { mask: Mask; state: ListState; onClear: () => void };

/** What a list shows when search and filters leave no row: how many rows they hide, and the button that shows them. */
export function HiddenRows({ mask, state: { search, filters, trash }, onClear }: Props) {
  const t = useMaskT();
  const text = useT();
  const { number } = useFormat();
  const counts = useCounts(mask.area, [{ search: '', filters: mask.fixed ?? [] }], !trash).data;
  // Deleted records are not counted; a count of the list may be known from before.
  const hidden = trash ? undefined : counts?.[0];
  const count = new Set(filters.map(({ field }) => field)).size;
  const by = search === '' ? 'filters' : count > 0 ? 'both' : 'search';
  const rows = (total: number, exact: boolean): string =>
    text(`${mask.area}.counted`, { count: total, n: exact ? number(total) : `${number(total)}+` });
  return (
    <div className="m-empty" role="status">
      <p className="m-empty-title">
        {hidden && hidden.total > 0 ? t(`empty.hidden.${by}`, { count, rows: rows(hidden.total, hidden.totalExact) }) : t('empty.filtered')}
      </p>
      <Button onClick={onClear}>
        {by === 'filters' ? t('empty.remove', { count }) : t(by === 'both' ? 'empty.clear' : 'empty.clearSearch')}
      </Button>
    </div>
  );
}
