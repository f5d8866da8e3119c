import { useState } from 'react';
import { Link } from 'react-router';
import { MAX_PAGE_SIZE } from '#contract/core/limits';
import { titleOf, useMany, useRows } from '../../../core/mask/data.ts';
import { asText, isRecord } from '../../../core/mask/kinds/kind.ts';
import { ListSkeleton, LoadError } from '../../../core/mask/list/states.tsx';
import type { PartProps } from '../../../core/mask/parts.ts';
import { useLocale, useT } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { PriceTable } from '../PriceTable.tsx';
import { countStates, type PriceGroup, priceGrid, ruleOf } from '../price-grid.ts';

const rulesOf = (tariff: string) => ({
  limit: MAX_PAGE_SIZE,
  cursor: null,
  search: '',
  sort: 'name',
  back: false,
  filters: [{ field: 'tariffId', op: 'eq' as const, value: tariff }],
});

/** The prices of a tariff by service and band, against those of the version that it was copied from. */
export function PriceGrid({ row }: PartProps) {
  const t = useT();
  const locale = useLocale();
  const [onlyDifferent, setOnlyDifferent] = useState(false);
  const mayChange = useAllowed('priceRules.update');
  // An active tariff never changes.
  const editable = mayChange && row['status'] === 'draft';
  const former = asText(row['replacesId']);
  const rules = useRows('priceRules', rulesOf(asText(row['id'])));
  const earlier = useRows('priceRules', rulesOf(former), former !== '');
  const now = rules.data?.data.map(ruleOf);
  const before = former === '' ? null : earlier.data?.data.map(ruleOf);
  const groups = now === undefined || before === undefined ? null : priceGrid(now, before);
  const categories = useMany(
    'quotationCategories',
    (groups ?? []).map(({ categoryId }) => categoryId),
  );
  const failed = [rules, earlier].find(({ isError }) => isError);
  if (failed) return <LoadError error={failed.error} onRetry={() => void failed.refetch()} />;
  if (groups === null) return <ListSkeleton rows={6} />;
  const counts = countStates(groups);
  const differ = counts.changed + counts.new + counts.gone;
  const isFiltered = onlyDifferent && differ > 0;
  const shown = isFiltered
    ? groups
        .map((group) => ({ ...group, rows: group.rows.filter(({ state }) => state !== 'same') }))
        .filter((group) => group.rows.length > 0)
    : groups;
  const known = new Map((categories.data ?? []).map((one) => [asText(one['id']), one]));
  const placeOf = ({ categoryId }: PriceGroup): number => Number(known.get(categoryId)?.['position'] ?? 0);
  const unitOf = ({ categoryId }: PriceGroup): string => {
    const unit = asText(known.get(categoryId)?.['unit']);
    return unit === '' ? '' : t(`quotationCategories.units.${unit}`);
  };
  /** As the invoice names the service. */
  const titleIn = ({ categoryId }: PriceGroup): string => {
    const category = known.get(categoryId) ?? {};
    const text = isRecord(category['text']) ? asText(category['text'][locale]) : '';
    return text || titleOf(category);
  };
  const version = asText(row['replacesIdLabel']);
  return (
    <>
      {editable && groups.length > 0 ? <p className="m-quiet pg-keys">{t('tariffs.grid.keys')}</p> : null}
      {former === '' ? null : (
        <p className="pg-compared">
          {differ === 0
            ? t('tariffs.grid.same', { version })
            : t('tariffs.grid.compared', { version, changed: counts.changed, added: counts.new, gone: counts.gone })}
          {differ === 0 ? null : (
            <label>
              <input
                type="checkbox"
                className="m-check"
                checked={onlyDifferent}
                onChange={(event) => setOnlyDifferent(event.target.checked)}
              />{' '}
              {t('tariffs.grid.onlyDifferent')}
            </label>
          )}
          <Link to={`/accounting/compare-tariffs?tariff=${asText(row['id'])}`}>{t('tariffs.grid.replay')}</Link>
        </p>
      )}
      {[...shown]
        .sort((a, b) => placeOf(a) - placeOf(b))
        .map((group) => (
          <PriceTable
            key={group.categoryId}
            group={group}
            title={titleIn(group)}
            unit={unitOf(group)}
            currency={asText(row['currency'])}
            editable={editable}
          />
        ))}
      {rules.data?.next ? <p className="m-quiet">{t('tariffs.grid.cut', { count: MAX_PAGE_SIZE })}</p> : null}
    </>
  );
}
