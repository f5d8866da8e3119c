import { useState } from 'react';
import { minorDigits } from '#contract/core/currency';
import type { Billed } from '#contract/parties/billed';
import { Days } from '../../../core/charts/Days.tsx';
import { asText } from '../../../core/mask/kinds/kind.ts';
import type { PartProps } from '../../../core/mask/parts.ts';
import { dayKey, formatMoney } from '../../../providers/format.ts';
import { useLocale, useT } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { useRead } from '../../../providers/use-call.ts';

/** What was billed to the customer month by month. Nothing is shown for a customer without invoices. */
export function CustomerOverview({ row }: PartProps) {
  const t = useT();
  const locale = useLocale();
  const id = asText(row['id']);
  const billed = useRead<Billed>(`/v0/customers/${id}/billed`, {
    queryKey: ['data', 'default', 'invoices', 'billed', id],
    enabled: useAllowed('invoices.read'),
  }).data;
  const [month] = useState(() => `${dayKey(new Date()).slice(0, 7)}-01`);
  if (!billed || billed.length === 0) return null;
  return (
    <>
      {billed.map(({ currency, months }) => {
        const unit = 10 ** minorDigits(currency);
        const money = (amount: number): string => formatMoney(Math.round(amount * unit), currency, locale);
        const sum = months.reduce((all, { amount }) => all + amount, 0);
        const title = t('customers.billed.title', { sum: formatMoney(sum, currency, locale), currency });
        return (
          <section key={currency} className="r-card">
            <h2>{title}</h2>
            <Days
              by="month"
              points={months.map(({ month: at, amount }) => ({ at: `${at}-01`, value: Math.max(0, Math.round(amount / unit)) }))}
              today={month}
              label={title}
              format={money}
            />
          </section>
        );
      })}
    </>
  );
}
