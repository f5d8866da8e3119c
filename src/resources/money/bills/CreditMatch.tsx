import type { BillLine } from '#contract/money/bills';
import type { Currency } from '#contract/money/scale';
import { lineNet } from '#contract/money/sums';
import { asText, type Row } from '../../../core/mask/kinds/kind.ts';
import { PageTable } from '../../../core/mask/PageTable.tsx';
import { formatMoney } from '../../../providers/format.ts';
import { useLocale, useT } from '../../../providers/i18n.ts';
import { useRead } from '../../../providers/use-call.ts';
import { type CreditableLine, lineText } from './credit-lines.ts';

type Creditable = { lines: CreditableLine[] };

/** A credit beside the bill that it credits, by line: what the bill charged, what this credit takes back, what can still be credited. */
export function CreditMatch({ row }: { row: Row }) {
  const t = useT();
  const locale = useLocale();
  const currency = (asText(row['currency']) || 'EUR') as Currency;
  const id = asText(row['creditsId']);
  const found = useRead<Creditable>(`/v0/bills/${encodeURIComponent(id)}/creditable`, {
    queryKey: ['bills', 'creditable', id, row['version']],
  }).data;
  const lines = (Array.isArray(row['lines']) ? row['lines'] : []) as BillLine[];
  if (!found) return null;
  const creditOf = (lineId: string): number =>
    lines.filter(({ ofLine }) => ofLine === lineId).reduce((sum, line) => sum + lineNet(line, currency), 0);
  const amount = (value: number): string => formatMoney(value, currency, locale);
  const title = t('bills.credit.match', { no: asText(row['creditsIdLabel']) });
  return (
    <section className="m-section">
      <h2>{title}</h2>
      <p>
        {t('bills.credit.reason')}: {asText(row['remark'])}
      </p>
      <PageTable
        label={title}
        columns={['line', 'billed', 'credited', 'left'].map((name) => ({ label: t(`bills.credit.${name}`) }))}
        hasCards
      >
        {found.lines.map((line) => (
          <tr key={line.id}>
            <td>{lineText(line)}</td>
            <td className="m-figures" data-label={t('bills.credit.billed')}>
              {amount(line.net)}
            </td>
            <td className="m-figures" data-label={t('bills.credit.credited')}>
              {amount(creditOf(line.id))}
            </td>
            <td className="m-figures" data-label={t('bills.credit.left')}>
              {amount(line.left)}
            </td>
          </tr>
        ))}
      </PageTable>
    </section>
  );
}
