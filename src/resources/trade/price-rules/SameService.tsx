import { Link } from 'react-router';
import { MAX_PAGE_SIZE } from '#contract/core/limits';
import { useRows } from '../../../core/mask/data.ts';
import { useFields } from '../../../core/mask/field-context.ts';
import { asNumber, asText, type Row } from '../../../core/mask/kinds/kind.ts';
import { Cell } from '../../../core/mask/kinds/registry.tsx';
import type { PartProps } from '../../../core/mask/parts.ts';
import { NOTHING } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import { usePriceWords } from '../tariffs/use-price-words.ts';
import '../../../core/mask/tables.css';

const ofService = (categoryId: string) => ({
  limit: MAX_PAGE_SIZE,
  cursor: null,
  search: '',
  sort: 'name',
  back: false,
  filters: [{ field: 'categoryId', op: 'eq' as const, value: categoryId }],
});

/** What the same service costs elsewhere: in other tariffs, for single merchants, and under other conditions. */
export function SameService({ mask, row, path }: PartProps) {
  const t = useT();
  const field = useFields();
  const { percent } = usePriceWords();
  const rules = useRows('priceRules', ofService(asText(row['categoryId']))).data?.data ?? [];
  const others = rules.filter(({ id }) => id !== row['id']);
  const price = (one: Row) => {
    const spec = mask.fields['bands'];
    const markup = asNumber(one['markup']) ?? 0;
    if (Array.isArray(one['bands']) && one['bands'].length > 0 && spec)
      return <Cell value={one['bands']} field={field('bands', spec, one)} compact />;
    return markup === 0 ? NOTHING : t('tariffs.grid.markup', { percent: percent(markup) });
  };
  if (others.length === 0) return <p className="m-quiet">{t('priceRules.nowhereElse')}</p>;
  return (
    <section className="r-card">
      <header>
        <h2>{t('priceRules.elsewhere')}</h2>
      </header>
      <div className="m-table-scroll">
        <table className="m-table r-cards">
          <thead>
            <tr>
              <th scope="col">{t('priceRules.fields.name')}</th>
              <th scope="col">{t('priceRules.fields.tariffId')}</th>
              <th scope="col">{t('priceRules.fields.merchantId')}</th>
              <th scope="col" className="m-end">
                {t('priceRules.bands.price')}
              </th>
              <th scope="col">{t('priceRules.fields.currency')}</th>
            </tr>
          </thead>
          <tbody>
            {others.map((one) => (
              <tr key={asText(one['id'])}>
                <td className="m-name">
                  <Link to={`${path}/${asText(one['id'])}`}>{asText(one['name'])}</Link>
                </td>
                <td data-label={t('priceRules.fields.tariffId')}>{asText(one['tariffIdLabel'])}</td>
                <td data-label={t('priceRules.fields.merchantId')}>{asText(one['merchantIdLabel']) || NOTHING}</td>
                <td className="m-figures m-end" data-label={t('priceRules.bands.price')}>
                  {price(one)}
                </td>
                <td data-label={t('priceRules.fields.currency')}>{asText(one['currency'])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
