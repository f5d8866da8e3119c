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
  const exported = [
    heads,
    ...rows.map((row) => [
      row.no,
      row.name,
      row.currency,
      ...[row.opening, row.debit, row.credit, row.closing, row.closingBase].map((amount) => plain(amount, locale)),
    ]),
  ];
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
              <Figure
                amount={row.opening}
                label={headOf('opening')}
                className="rp-more"
                currency={currency}
                to={linesBehind({ accountId, to: addDays(from, -1) })}
              />
              <Figure
                amount={row.debit}
                label={headOf('debit')}
                className="rp-more"
                currency={currency}
                to={linesBehind({ accountId, from, to, side: 'debit' })}
              />
              <Figure
                amount={row.credit}
                label={headOf('credit')}
                className="rp-more"
                currency={currency}
                to={linesBehind({ accountId, from, to, side: 'credit' })}
              />
              <Figure amount={row.closing} className="rp-main" currency={currency} to={linesBehind({ accountId, to })} />
              <Figure
                amount={row.closingBase}
                label={headOf('closingBase')}
                className={currency === 'EUR' ? 'rp-same' : 'rp-more'}
                currency="EUR"
                to={linesBehind({ accountId, to })}
              />
            </tr>
          ))}
        </PageTable>
      ) : null}
    </ReportFrame>
  );
}
