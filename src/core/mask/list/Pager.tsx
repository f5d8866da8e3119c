import { PAGE_SIZES } from '#contract/core/limits';
import { Icon } from '../../../layout/icons.tsx';
import { useLocale } from '../../../providers/i18n.ts';
import { useMaskT } from '../field-context.ts';
import { formatNumber } from '../kinds/numbers.ts';
import { rangeOf } from './pager.ts';
import { changed } from './url-state.ts';
import type { MaskList } from './use-list.ts';

/** Formats a total. A total above the server's counting limit is shown as a lower bound. */
export function useTotalText(): (total: number, exact: boolean) => string {
  const locale = useLocale();
  return (total, exact) => `${formatNumber(total, locale)}${exact ? '' : '+'}`;
}

export function Pager({ list }: { list: MaskList }) {
  const { state, query, go, goNext, goPrevious } = list;
  const t = useMaskT();
  const locale = useLocale();
  const totalText = useTotalText();
  const page = query.data;
  const { from, to } = rangeOf(state, page?.data.length ?? 0);
  return (
    <nav className="m-pager" aria-label={t('pager.label')}>
      <select
        className="l-size"
        value={state.size}
        onChange={(event) => go(changed(state, { size: Number(event.target.value) }))}
        aria-label={t('pager.size')}
        title={t('pager.size')}
      >
        {PAGE_SIZES.map((size) => (
          <option key={size} value={size}>
            {size}
          </option>
        ))}
      </select>
      <span className="m-figures" aria-live="polite">
        {page && page.total > 0
          ? t('pager.range', {
              from: formatNumber(from, locale),
              to: formatNumber(to, locale),
              total: totalText(page.total, page.totalExact),
            })
          : ' '}
      </span>
      <button
        type="button"
        className="m-icon-button"
        disabled={!goPrevious}
        onClick={() => goPrevious?.()}
        aria-label={t('pager.previous')}
      >
        <Icon name="left" />
      </button>
      <button
        type="button"
        className="m-icon-button"
        disabled={!goNext || query.isPlaceholderData}
        onClick={() => goNext?.()}
        aria-label={t('pager.next')}
      >
        <Icon name="right" />
      </button>
    </nav>
  );
}
