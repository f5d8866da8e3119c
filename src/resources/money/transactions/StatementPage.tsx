import { useSearchParams } from 'react-router';
import { addDays } from '#contract/core/house-day';
import type { FieldSpec } from '#contract/core/mask';
import { Whole } from '../../../core/mask/kinds/Whole.tsx';
import { ListSkeleton, LoadError } from '../../../core/mask/list/states.tsx';
import { PageTable } from '../../../core/mask/PageTable.tsx';
import { formatDate } from '../../../providers/format.ts';
import { useLocale, useT } from '../../../providers/i18n.ts';
import { useRead } from '../../../providers/use-call.ts';
import { Figure } from './Figure.tsx';
import { entryBehind, linesBehind } from './links.ts';
import { isAsked, plain, plainBalance, ReportFrame, thisMonth } from './ReportFrame.tsx';

type Line = {
  id: string;
  entryId: string;
  bookedOn: string;
  documentNo: string;
  party: string;
  text: string;
  against: string;
  debit: number;
  credit: number;
  balance: number;
};
/** The answer of `GET /v0/ledger/statement` (server/modules/money/ledger-reports.ts). */
type Statement = { no: string; name: string; currency: string; opening: number; closing: number; more: boolean; lines: Line[] };

const ACCOUNT: Record<string, FieldSpec> = { accountId: { kind: 'reference', area: 'accounts', label: 'transactions.reports.account' } };
const COLUMNS = ['bookedOn', 'documentNo', 'party', 'text', 'against', 'debit', 'credit', 'balance'] as const;

/** An account in a period: opening balance, every line with the balance after it, closing balance. Account and period are in the address. */
export function StatementPage() {
  const t = useT();
  const locale = useLocale();
  const [params, setParams] = useSearchParams();
  const start = thisMonth();
  const asked = { accountId: params.get('accountId') ?? '', from: params.get('from') ?? start.from, to: params.get('to') ?? start.to };
  const { accountId, from, to } = asked;
  const found = useRead<Statement>('/v0/ledger/statement', {
    queryKey: ['data', 'default', 'transactions', 'statement', accountId, from, to],
    keepFormer: true,
    enabled: accountId !== '' && isAsked(asked),
    params: asked,
  });
  const { data } = found;
  const headOf = (key: (typeof COLUMNS)[number]): string => t(`transactions.reports.${key}`);
  const heads = COLUMNS.map(headOf);
  const exported = data && [
    heads,
    ['', '', '', t('transactions.reports.opening'), '', '', '', plainBalance(data.opening, locale)],
    ...data.lines.map((line) => [
      line.bookedOn,
      line.documentNo,
      line.party,
      line.text,
      line.against,
      ...[line.debit, line.credit].map((amount) => plain(amount, locale)),
      plainBalance(line.balance, locale),
    ]),
    ['', '', '', t('transactions.reports.closing'), '', '', '', plainBalance(data.closing, locale)],
  ];
  const edge = (key: 'opening' | 'closing', amount: number, until: string, currency: string) => (
    <tr>
      <th scope="row" colSpan={COLUMNS.length - 1}>
        {t(`transactions.reports.${key}`)}
      </th>
      <Figure amount={amount} isBalance currency={currency} to={linesBehind({ accountId, to: until })} />
    </tr>
  );
  return (
    <ReportFrame
      title={t('menu.accountStatement')}
      asked={asked}
      onAsk={(next) => setParams(next, { replace: true })}
      more={ACCOUNT}
      exported={exported ?? null}
    >
      {accountId === '' ? <p className="m-quiet">{t('transactions.reports.choose')}</p> : null}
      {found.isError ? <LoadError error={found.error} onRetry={() => void found.refetch()} /> : null}
      {found.isLoading && accountId !== '' ? <ListSkeleton /> : null}
      {data && accountId !== '' ? (
        <>
          <h2>
            {data.no} {data.name}
          </h2>
          {data.more ? <p>{t('transactions.reports.more')}</p> : null}
          <PageTable
            label={`${data.no} ${data.name}`}
            columns={heads.map((label, at) => ({ label, end: at > 4 }))}
            foot={edge('closing', data.closing, to, data.currency)}
            className="rp-rows rp-bookings"
          >
            {edge('opening', data.opening, addDays(from, -1), data.currency)}
            {data.lines.map((line) => (
              <tr key={line.id}>
                <td className="m-figures">{formatDate(line.bookedOn, locale)}</td>
                <td className="rp-more">
                  <Whole text={line.documentNo} />
                </td>
                <td className="m-name">{line.party}</td>
                <td className="rp-text rp-more">
                  <Whole text={line.text} />
                </td>
                <td className="m-figures rp-more rp-against">{line.against}</td>
                {(['debit', 'credit'] as const).map((side) => (
                  <Figure
                    key={side}
                    amount={line[side]}
                    label={headOf(side)}
                    currency={data.currency}
                    to={entryBehind(line.entryId)}
                    className="rp-main rp-side"
                  />
                ))}
                <Figure amount={line.balance} isBalance label={headOf('balance')} currency={data.currency} className="rp-more rp-end" />
              </tr>
            ))}
          </PageTable>
        </>
      ) : null}
    </ReportFrame>
  );
}
