import Button from 'antd/es/button';
import type { Mask } from '#contract/core/mask';
import { bothFilters } from '#contract/core/query';
import { useFormat } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import { useCounts } from '../data.ts';
import { useMaskT } from '../field-context.ts';
import type { ListState } from './url-state.ts';

type Props = { mask: Mask; state: ListState; onAll: () => void };

/** Says how many rows a search would find without the filters, which a list may have from the start, and offers to search in all. */
export default function SearchHint({ mask, state: { search, filters }, onAll }: Props) {
  const t = useMaskT();
  const text = useT();
  const { number } = useFormat();
  const fixed = mask.fixed ?? [];
  const counts = useCounts(
    mask.area,
    [
      { search, filters: bothFilters(fixed, filters) },
      { search, filters: fixed },
    ],
    true,
  );
  const [shown, all] = counts.isPlaceholderData ? [] : (counts.data ?? []);
  if (!shown || !all || all.total <= shown.total) return null;
  const more = all.total - shown.total;
  const n = shown.totalExact && all.totalExact ? number(more) : `${number(more)}+`;
  return (
    <p className="m-bar" role="status">
      {t('cutShort.more', { rows: text(`${mask.area}.counted`, { count: more, n }) })}{' '}
      <Button type="link" onClick={onAll}>
        {t('cutShort.all')}
      </Button>
    </p>
  );
}
