import type { BillLine } from '#contract/money/bills';
import { type Difference, matchLine } from '#contract/money/match';
import type { Currency } from '#contract/money/scale';
import { asText } from '../../../core/mask/kinds/kind.ts';
import { formatNumber } from '../../../core/mask/kinds/numbers.ts';
import { Whole } from '../../../core/mask/kinds/Whole.tsx';
import type { PartProps } from '../../../core/mask/parts.ts';
import { formatMoney } from '../../../providers/format.ts';
import { useLocale, useT } from '../../../providers/i18n.ts';

/** The three-way match of a bill with order and receipt, by line and in words. */
export function BillMatch({ row }: Pick<PartProps, 'row'>) {
  const t = useT();
  const locale = useLocale();
  const currency = (asText(row['currency']) || 'EUR') as Currency;
  const lines = (Array.isArray(row['lines']) ? row['lines'] : []) as BillLine[];
  if (!lines.some(({ ordered }) => ordered !== null)) return null;
  const found = lines
    .map((line, i) => ({ line, at: i + 1, differences: matchLine(line, currency) }))
    .filter(({ differences }) => differences.length > 0);
  const figure = ({ kind }: Difference, value: number): string =>
    kind === 'dearer' || kind === 'cheaper'
      ? `${formatNumber(value / 10_000, locale, 2, 4)} ${currency}`
      : formatNumber(value / 1000, locale, 0, 3);
  return (
    <section className="m-section">
      <h2>{t('bills.match.title')}</h2>
      {found.length === 0 ? <p>{t('bills.match.agrees')}</p> : null}
      <ul>
        {found.map(({ line, at, differences }) => (
          <li key={line.id}>
            <b>
              {at} · <Whole text={line.text} />
            </b>
            {differences.map((one) => (
              <p key={one.kind} className="m-fault">
                {t(`bills.match.${one.kind}`, { billed: figure(one, one.billed), expected: figure(one, one.expected) })} ·{' '}
                {t('bills.match.worth', { amount: formatMoney(one.worth, currency, locale) })}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
