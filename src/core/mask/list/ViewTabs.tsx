import type { Mask } from '#contract/core/mask';
import { bothFilters, encodeFilters } from '#contract/core/query';
import { useFormat } from '../../../providers/format.ts';
import { type Counted, useCounts } from '../data.ts';
import { useMaskT, useText } from '../field-context.ts';
import { asText } from '../kinds/kind.ts';
import type { ColumnChoice } from './columns.ts';
import { storedIn } from './SavedViews.tsx';
import { rowId } from './selection.ts';
import { changed, defaultState, type ListState } from './url-state.ts';
import { useViews } from './use-views.ts';

type Props = {
  mask: Mask;
  state: ListState;
  /** The rows are there, so the counts may be read. */
  ready: boolean;
  onApply: (state: ListState, choice: ColumnChoice | null) => void;
};
type View = { key: string; label: string; state: ListState; columns: ColumnChoice | null };

/** Two states that show the same rows. */
const same = (a: ListState, b: ListState): boolean =>
  a.search === b.search && a.trash === b.trash && JSON.stringify(encodeFilters(a.filters)) === JSON.stringify(encodeFilters(b.filters));

function useTabs(mask: Mask): View[] {
  const t = useMaskT();
  const text = useText();
  const { views } = useViews(mask);
  const start = defaultState(mask);
  const own = (mask.views ?? []).map(
    ({ key, label, filters }): View => ({ key, label: text(label), state: changed(start, { filters }), columns: null }),
  );
  const saved = views.map((view): View => ({ key: rowId(view), label: asText(view['name']), ...storedIn(view, mask) }));
  const all: View = { key: 'all', label: t('views.all'), state: changed(start, { filters: [] }), columns: null };
  const open: View[] = mask.open ? [{ key: 'open', label: t('views.start'), state: start, columns: null }] : [];
  return [...open, ...own, ...saved, all];
}

/** The views of a list above its rows, each with the number of its rows. A list with one view has no tabs. */
export function ViewTabs({ mask, state, ready, onApply }: Props) {
  const t = useMaskT();
  const { number } = useFormat();
  const tabs = useTabs(mask);
  const shown = tabs.length > 1 && mask.deleted !== true;
  const counts = useCounts(
    mask.area,
    tabs.map((tab) => ({ search: tab.state.search, filters: bothFilters(mask.fixed ?? [], tab.state.filters) })),
    shown && ready,
  ).data;
  if (!shown) return null;
  const countText = ({ total, totalExact }: Counted): string => (totalExact ? number(total) : `${number(total)}+`);
  return (
    <nav className="m-views" aria-label={t('views.open')}>
      {tabs.map(({ key, label, state: target, columns }, i) => {
        const count = counts?.[i];
        return (
          <button
            key={key}
            type="button"
            className="m-view-tab"
            aria-current={same(target, state) ? 'true' : undefined}
            onClick={() => onApply({ ...target, size: state.size }, columns)}
          >
            {label}
            <span className="m-view-count m-figures">{count ? countText(count) : ''}</span>
          </button>
        );
      })}
    </nav>
  );
}
