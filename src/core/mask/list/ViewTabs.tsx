import { useEffect, useRef } from 'react';
import type { Mask } from '#contract/core/mask';
import { bothFilters } from '#contract/core/query';
import { Icon } from '../../../layout/icons.tsx';
import { useFormat } from '../../../providers/format.ts';
import { type Counted, useCounts } from '../data.ts';
import { useMaskT } from '../field-context.ts';
import type { ListView } from './view-tabs.ts';

type Props = {
  mask: Mask;
  views: readonly ListView[];
  current: ListView | undefined;
  /** The rows are there, so the counts may be read. */
  ready: boolean;
  onApply: (view: ListView) => void;
  onSave: () => void;
};

/** The views of a list above its rows, each with the number of its rows. A list with one view has no tabs. */
export function ViewTabs({ mask, views, current, ready, onApply, onSave }: Props) {
  const t = useMaskT();
  const { number } = useFormat();
  const shown = views.length > 1 && mask.deleted !== true;
  const counts = useCounts(
    mask.area,
    views.map(({ state }) => ({ search: state.search, filters: bothFilters(mask.fixed ?? [], state.filters) })),
    shown && ready,
  ).data;
  const strip = useRef<HTMLElement>(null);
  const at = current ? views.indexOf(current) : -1;
  const counted = counts !== undefined;
  useEffect(
    function keepInView() {
      // Counts make the tabs wider, so the place of a tab is known with them.
      if (at >= 0 && counted) strip.current?.children[at]?.scrollIntoView({ block: 'nearest', inline: 'center' });
    },
    [at, counted],
  );
  if (!shown) return null;
  const countText = ({ total, totalExact }: Counted): string => (totalExact ? number(total) : `${number(total)}+`);
  return (
    <nav ref={strip} className="m-views" aria-label={t('views.open')}>
      {views.map((view, i) => {
        const count = counts?.[i];
        return (
          <button
            key={view.key}
            type="button"
            className="m-view-tab"
            aria-current={view === current ? 'true' : undefined}
            onClick={() => onApply(view)}
          >
            {view.label}
            <span className="m-view-count m-figures">{count ? countText(count) : ''}</span>
          </button>
        );
      })}
      <button type="button" className="m-view-tab" aria-label={t('views.save')} title={t('views.save')} onClick={onSave}>
        <Icon name="plus" />
      </button>
    </nav>
  );
}
