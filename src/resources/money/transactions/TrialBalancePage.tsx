import { useState } from 'react';
import { Link } from 'react-router';
import { addDays } from '#contract/core/house-day';
import { ListSkeleton, LoadError } from '../../../core/mask/list/states.tsx';
import { PageTable } from '../../../core/mask/PageTable.tsx';
import { useLocale, useT } from '../../../providers/i18n.ts';
import { Figure } from './Figure.tsx';
import { linesBehind, statementOf } from './links.ts';
import { plain, ReportFrame, thisMonth } from './ReportFrame.tsx';
import { useTrialBalance } from './use-trial-balance.ts';

const COLUMNS = ['no', 'name', 'currency', 'opening', 'debit', 'credit', 'closing', 'closingBase'] as const;

type FigureColumn = {
  key: 'opening' | 'debit' | 'credit' | 'closing' | 'closingBase';
  isMain?: boolean;
  /** The lines that it sums up. */
  period: Omit<Parameters<typeof linesBehind>[0], 'accountId'>;
};

/** All accounts of a period: opening balance, debits, credits, closing balance. Each figure opens its lines. */
export function TrialBalancePage() {
  const t = useT();
  const locale = useLocale();
  const [asked, setAsked] = useState({ ...thisMonth(), accountId: '' });
  const found = useTrialBalance(asked);
  const rows = found.data ?? [];
  const headOf = (key: (typeof COLUMNS)[number]): string => t(`transactions.reports.${key}`);
  const heads = COLUMNS.map(headOf);
  const { from, to } = asked;
  const house = rows.reduce((sum, row) => sum + row.closingBase, 0);
  // What each figure sums up. On a phone the closing balance stands beside the name, the others with their labels below.
  const figures: readonly FigureColumn[] = [
    { key: 'opening', period: { to: addDays(from, -1) } },
    { key: 'debit', period: { from, to, side: 'debit' } },
    { key: 'credit', period: { from, to, side: 'credit' } },
    { key: 'closing', isMain: true, period: { to } },
    { key: 'closingBase', period: { to } },
  ];
  const exported = [heads, ...rows.map((row) => [row.no, row.name, row.currency, ...figures.map(({ key }) => plain(row[key], locale))])];
  return (
    <ReportFrame title={t('menu.trialBalance')} asked={asked} onAsk={setAsked} exported={rows.length > 0 ? exported : null}>
      <p className="m-quiet">{t('transactions.reports.signs')}</p>
      {found.isError ? <LoadError error={found.error} onRetry={() => void found.refetch()} /> : null}
      {found.isLoading ? <ListSkeleton /> : null}
      {found.isSuccess && rows.length === 0 ? <p>{t('transactions.reports.none')}</p> : null}
      {rows.length > 0 ? (
        <PageTable
          label={t('menu.trialBalance')}
          columns={heads.map((label, at) => ({ label, end: at > 2 }))}
          foot={
            <tr>
              <th scope="row" colSpan={COLUMNS.length - 1}>
                {t(house === 0 ? 'transactions.reports.balanced' : 'transactions.reports.unbalanced')}
              </th>
              <Figure amount={house} className="rp-main" currency="EUR" />
            </tr>
          }
          className="rp-rows"
        >
          {rows.map(({ accountId, currency, ...row }) => (
            <tr key={accountId}>
              <td className="m-figures rp-key">
                <Link to={statementOf(accountId, from, to)}>{row.no}</Link>
              </td>
              <td className="m-name">{row.name}</td>
              <td className="rp-currency">{currency}</td>
              {figures.map(({ key, isMain, period }) => {
                const shown = key === 'closingBase' ? 'EUR' : currency;
                const className = isMain ? 'rp-main' : key === 'closingBase' && currency === shown ? 'rp-same' : 'rp-more';
                return (
                  <Figure
                    key={key}
                    amount={row[key]}
                    {...(isMain ? {} : { label: headOf(key) })}
                    className={className}
                    currency={shown}
                    to={linesBehind({ accountId, ...period })}
                  />
                );
              })}
            </tr>
          ))}
        </PageTable>
      ) : null}
    </ReportFrame>
  );
}
