import { useRow } from '../../../core/mask/data.ts';
import { asText, type Row } from '../../../core/mask/kinds/kind.ts';
import { useT } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { PriceTable } from '../PriceTable.tsx';
import { priceGrid, ruleOf } from '../price-grid.ts';

/** The prices of a rule whose tariff is a draft, typed in place as on the page of the tariff. An active tariff never changes. */
export function DraftPrices({ row }: { row: Row }) {
  const t = useT();
  const mayChange = useAllowed('priceRules.update');
  const tariff = useRow('tariffs', asText(row['tariffId'])).data;
  const rule = ruleOf(row);
  if (!mayChange || tariff?.['status'] !== 'draft' || rule.bands.length === 0) return null;
  const [group] = priceGrid([rule], null);
  if (!group) return null;
  return (
    <>
      <p className="m-quiet pg-keys">{t('tariffs.grid.keys')}</p>
      <PriceTable group={group} title={t('priceRules.prices')} unit="" currency={asText(row['currency'])} editable />
    </>
  );
}
