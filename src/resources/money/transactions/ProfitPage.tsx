import { Fragment, useState } from 'react';
import { Link } from 'react-router';
import { INCOME_KINDS, RESULT_KINDS } from '#contract/money/reports';
import { ListSkeleton, LoadError } from '../../../core/mask/list/states.tsx';
import { PageTable } from '../../../core/mask/PageTable.tsx';
import { formatDate } from '../../../providers/format.ts';
import { useLocale, useT } from '../../../providers/i18n.ts';
import { Figure } from './Figure.tsx';
import { linesBehind, statementOf } from './links.ts';
import { periodBefore } from './period-before.ts';
import { isAsked, plain, ReportFrame, thisMonth } from './ReportFrame.tsx';
import { type BalanceRow, useTrialBalance } from './use-trial-balance.ts';

type Row = Pick<BalanceRow, 'accountId' | 'no' | 'name' | 'kind'> & { amount: number; before: number };
const FIGURES = ['amount', 'before', 'change'] as const;

const isResult = ({ kind }: BalanceRow): boolean => RESULT_KINDS.includes(kind);
/** Income is positive and an expense negative, as they change the result. */
function besideEachOther(now: readonly BalanceRow[], earlier: readonly BalanceRow[]): Row[] {
  const rows = new Map<string, Row>();
  const rowOf = ({ accountId, no, name, kind }: BalanceRow): Row => {
    const row = rows.get(accountId) ?? { accountId, no, name, kind, amount: 0, before: 0 };
    rows.set(accountId, row);
    return row;
  };
  for (const row of now.filter(isResult)) rowOf(row).amount -= row.moved;
  for (const row of earlier.filter(isResult)) rowOf(row).before -= row.moved;
  return [...rows.values()]
    .filter(({ amount, before }) => amount !== 0 || before !== 0)
    .sort((left, right) => left.no.localeCompare(right.no));
}

type Sums = Record<(typeof FIGURES)[number], number>;
function sumOf(rows: readonly Pick<Row, 'amount' | 'before'>[]): Sums {
  const amount = rows.reduce((sum, row) => sum + row.amount, 0);
  const before = rows.reduce((sum, row) => sum + row.before, 0);
  return { amount, before, change: amount - before };
}

/** Income less expenses of a period in euro, by account, beside the period before. Each figure opens its lines. */
export function ProfitPage() {
  const t = useT();
  const locale = useLocale();
  const [asked, setAsked] = useState({ ...thisMonth(), accountId: '' });
  const former = isAsked(asked) ? periodBefore(asked) : asked;
  const found = useTrialBalance(asked);
  const foundBefore = useTrialBalance(former);
  const both = found.data && foundBefore.data ? besideEachOther(found.data, foundBefore.data) : null;
  const rows = both ?? [];
  const isIncome = ({ kind }: Row): boolean => INCOME_KINDS.includes(kind);
  const parts = [
    { key: 'income', rows: rows.filter(isIncome) },
    { key: 'expenses', rows: rows.filter((row) => !isIncome(row)) },
  ] as const;
  const headOf = (key: (typeof FIGURES)[number]): string => t(`transactions.reports.${key}`);
  const exportedOf = (no: string, name: string, sums: Sums): string[] => [no, name, ...FIGURES.map((key) => plain(sums[key], locale))];
  const exported = [
    [...(['no', 'name'] as const).map((key) => t(`transactions.reports.${key}`)), ...FIGURES.map(headOf)],
    ...parts.flatMap((part) => [
      ...part.rows.map((row) => exportedOf(row.no, row.name, sumOf([row]))),
      exportedOf('', t(`transactions.reports.${part.key}`), sumOf(part.rows)),
    ]),
    exportedOf('', t('transactions.reports.result'), sumOf(rows)),
  ];
  const figures = (sums: Sums, accountId?: string) =>
    FIGURES.map((key) => {
      const period = { amount: asked, before: former, change: null }[key];
      const opens = accountId !== undefined && period ? { to: linesBehind({ accountId, from: period.from, to: period.to }) } : {};
      const named = key === 'amount' ? {} : { label: headOf(key) };
      return (
        <Figure key={key} amount={sums[key]} currency="EUR" className={key === 'amount' ? 'rp-main' : 'rp-more'} {...named} {...opens} />
      );
    });
  const sumRow = (key: 'income' | 'expenses' | 'result', summed: readonly Row[]) => (
    <tr>
      <th scope="row" colSpan={2}>
        {t(`transactions.reports.${key}`)}
      </th>
      {figures(sumOf(summed))}
    </tr>
  );
  const failed = [found, foundBefore].find(({ isError }) => isError);
  return (
    <ReportFrame title={t('menu.profitAndLoss')} asked={asked} onAsk={setAsked} exported={rows.length > 0 ? exported : null}>
      {failed ? (
        <LoadError
          error={failed.error}
          onRetry={() => {
            void found.refetch();
            void foundBefore.refetch();
          }}
        />
      ) : null}
      {found.isLoading || foundBefore.isLoading ? <ListSkeleton /> : null}
      {both?.length === 0 ? <p>{t('transactions.reports.none')}</p> : null}
      {rows.length > 0 ? (
        <>
          <p className="m-quiet">
            {t('transactions.reports.beside', { from: formatDate(former.from, locale), to: formatDate(former.to, locale) })}
          </p>
          <PageTable
            label={t('menu.profitAndLoss')}
            columns={[
              { label: t('transactions.reports.no') },
              { label: t('transactions.reports.name') },
              ...FIGURES.map((key) => ({ label: headOf(key), end: true })),
            ]}
            foot={sumRow('result', rows)}
            className="rp-rows"
          >
            {parts.map((part) => (
              <Fragment key={part.key}>
                {part.rows.map((row) => (
                  <tr key={row.accountId}>
                    <td className="m-figures">
                      <Link to={statementOf(row.accountId, asked.from, asked.to)}>{row.no}</Link>
                    </td>
                    <td className="m-name">{row.name}</td>
                    {figures(sumOf([row]), row.accountId)}
                  </tr>
                ))}
                {sumRow(part.key, part.rows)}
              </Fragment>
            ))}
          </PageTable>
        </>
      ) : null}
    </ReportFrame>
  );
}
