import { Link } from 'react-router';
import { MAX_PAGE_SIZE } from '#contract/core/limits';
import { useRows } from '../../../core/mask/data.ts';
import { useFields } from '../../../core/mask/field-context.ts';
import { asText, type Row } from '../../../core/mask/kinds/kind.ts';
import { Cell } from '../../../core/mask/kinds/registry.tsx';
import { PageTable } from '../../../core/mask/PageTable.tsx';
import type { PartProps } from '../../../core/mask/parts.ts';
import { NOTHING } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import { DraftPrices } from './DraftPrices.tsx';
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
function SameService({ mask, row, path }: PartProps) {
  const t = useT();
  const field = useFields();
  const rules = useRows('priceRules', ofService(asText(row['categoryId']))).data?.data ?? [];
  const others = rules.filter(({ id }) => id !== row['id']);
  /** Prices by band, or what is added to the base price. */
  const price = (one: Row) => {
    const name = Array.isArray(one['bands']) && one['bands'].length > 0 ? 'bands' : 'markup';
    const spec = mask.fields[name];
    return spec ? <Cell value={one[name]} field={field(name, spec, one)} compact /> : NOTHING;
  };
  if (others.length === 0) return <p className="m-quiet">{t('priceRules.nowhereElse')}</p>;
  return (
    <section className="r-card">
      <header>
        <h2>{t('priceRules.elsewhere')}</h2>
      </header>
      <PageTable
        label={t('priceRules.elsewhere')}
        columns={[
          { label: t('priceRules.fields.name') },
          { label: t('priceRules.fields.tariffId') },
          { label: t('priceRules.fields.merchantId') },
          { label: t('priceRules.bands.price'), end: true },
          { label: t('priceRules.fields.currency') },
        ]}
        hasCards
      >
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
      </PageTable>
    </section>
  );
}

/** The prices of a rule where they may still be changed, and what the same service costs elsewhere. */
export const RuleOverview = (props: PartProps) => (
  <>
    <DraftPrices row={props.row} />
    <SameService {...props} />
  </>
);
