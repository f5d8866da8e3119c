import { Fragment, useState } from 'react';
import { Link } from 'react-router';
import { INCOME_KINDS, RESULT_KINDS } from '#contract/money/reports';
import { ListSkeleton, LoadError } from '../../../core/mask/list/states.tsx';
import { PageTable } from '../../../core/mask/PageTable.tsx';
import { useLocale, useT } from '../../../providers/i18n.ts';
import { Figure } from './Figure.tsx';
import { linesBehind, statementOf } from './links.ts';
import { plain, ReportFrame, thisMonth } from './ReportFrame.tsx';
import { type BalanceRow, useTrialBalance } from './use-trial-balance.ts';

const sumOf = (rows: readonly BalanceRow[]): number => rows.reduce((sum, { moved }) => sum - moved, 0);

/** Income less expenses of a period in euro, by account. Each figure opens its lines. */
export function ProfitPage() {
  const t = useT();
  const locale = useLocale();
  const [asked, setAsked] = useState({ ...thisMonth(), accountId: '' });
  const found = useTrialBalance(asked);
  const rows = (found.data ?? []).filter(({ kind, moved }) => RESULT_KINDS.includes(kind) && moved !== 0);
  const isIncome = ({ kind }: BalanceRow): boolean => INCOME_KINDS.includes(kind);
  const parts = [
    { key: 'income', rows: rows.filter(isIncome) },
    { key: 'expenses', rows: rows.filter((row) => !isIncome(row)) },
  ] as const;
  const { from, to } = asked;
  const result = sumOf(rows);
  const exported = [
    ['no', 'name', 'amount'].map((key) => t(`transactions.reports.${key}`)),
    ...parts.flatMap((part) => [
      ...part.rows.map((row) => [row.no, row.name, plain(-row.moved, locale)]),
      ['', t(`transactions.reports.${part.key}`), plain(sumOf(part.rows), locale)],
    ]),
    ['', t('transactions.reports.result'), plain(result, locale)],
  ];
  return (
    <ReportFrame title={t('menu.profitAndLoss')} asked={asked} onAsk={setAsked} exported={rows.length > 0 ? exported : null}>
      {found.isError ? <LoadError error={found.error} onRetry={() => void found.refetch()} /> : null}
      {found.isLoading ? <ListSkeleton /> : null}
      {found.isSuccess && rows.length === 0 ? <p>{t('transactions.reports.none')}</p> : null}
      {rows.length > 0 ? (
        <PageTable
          label={t('menu.profitAndLoss')}
          columns={[
            { label: t('transactions.reports.no') },
            { label: t('transactions.reports.name') },
            { label: t('transactions.reports.amount'), end: true },
          ]}
          foot={
            <tr>
              <th scope="row" colSpan={2}>
                {t('transactions.reports.result')}
              </th>
              <Figure amount={result} currency="EUR" />
            </tr>
          }
        >
          {parts.map((part) => (
            <Fragment key={part.key}>
              {part.rows.map(({ accountId, no, name, moved }) => (
                <tr key={accountId}>
                  <td className="m-figures">
                    <Link to={statementOf(accountId, from, to)}>{no}</Link>
                  </td>
                  <td className="m-name">{name}</td>
                  <Figure amount={-moved} currency="EUR" to={linesBehind({ accountId, from, to })} />
                </tr>
              ))}
              <tr>
                <th scope="row" colSpan={2}>
                  {t(`transactions.reports.${part.key}`)}
                </th>
                <Figure amount={sumOf(part.rows)} currency="EUR" />
              </tr>
            </Fragment>
          ))}
        </PageTable>
      ) : null}
    </ReportFrame>
  );
}
