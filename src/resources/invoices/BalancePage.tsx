import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { AGES } from '#contract/money/open';
import { AgeBars } from '../../figures/AgeBars.tsx';
import { ListSkeleton, LoadError } from '../../mask/list/states.tsx';
import { formatMoney } from '../../providers/format.ts';
import { call } from '../../providers/http.ts';
import { useLocale, useT } from '../../providers/i18n.ts';

const COLUMNS = [...AGES.map(({ key }) => key), 'unallocated', 'total'] as const;
type Sums = { currency: string } & Record<(typeof COLUMNS)[number], number>;
type Balance = Sums & { partyKind: 'merchants' | 'customers' | 'suppliers' | 'carriers'; partyId: string; party: string };
/** What `GET /v0/balances` tells (server/money/balances.ts). */
type Balances = { asOf: string; rows: Balance[]; totals: Sums[] };

/** The open documents of a party. */
const WHERE = {
  merchants: '/finance/open-items?f.merchantId=',
  customers: '/finance/open-items?f.customerId=',
  suppliers: '/finance/payables?f.open.gt=0&f.supplierId=',
  carriers: '/finance/payables?f.open.gt=0&f.carrierId=',
} as const;

const isoToday = (): string => {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
};

/** Who owed what at the end of a day, by currency and age; each figure leads to its documents. */
export function BalancePage() {
  const t = useT();
  const locale = useLocale();
  const dateId = useId();
  const [asOf, setAsOf] = useState(isoToday);
  const found = useQuery({
    queryKey: ['invoices', 'balances', asOf],
    queryFn: ({ signal }) => call<Balances>('GET', '/v0/balances', { params: { asOf }, signal }),
    placeholderData: keepPreviousData,
    enabled: asOf !== '',
  });
  const cells = (sums: Sums) =>
    COLUMNS.map((key) => (
      <td key={key} className="m-figures m-end">
        {sums[key] === 0 ? '–' : formatMoney(sums[key], sums.currency, locale)}
      </td>
    ));
  const { data } = found;
  return (
    <div className="m-page">
      <h1>{t('invoices.balanceTitle')}</h1>
      <p>
        <label htmlFor={dateId}>{t('invoices.balances.asOf')}</label>{' '}
        <input id={dateId} type="date" className="m-input m-input-date" value={asOf} onChange={(event) => setAsOf(event.target.value)} />{' '}
        <span className="m-quiet">{t('invoices.balances.note')}</span>
      </p>
      {found.isError ? <LoadError error={found.error} onRetry={() => void found.refetch()} /> : null}
      {found.isLoading ? <ListSkeleton /> : null}
      {data && data.rows.length === 0 ? <p>{t('invoices.balances.none')}</p> : null}
      {data && data.rows.length > 0 ? (
        <>
          <section aria-label={t('invoices.balances.ageing')} className="f-ages-row">
            {data.totals.map((sums) => (
              <AgeBars
                key={sums.currency}
                title={t('invoices.balances.sum', { currency: sums.currency })}
                parts={AGES.map(({ key }) => ({
                  key,
                  label: t(`invoices.balances.${key}`),
                  value: sums[key],
                  text: formatMoney(sums[key], sums.currency, locale),
                }))}
              />
            ))}
          </section>
          <div className="m-table-scroll">
            <table className="m-table">
              <thead>
                <tr>
                  <th scope="col">{t('invoices.balances.party')}</th>
                  <th scope="col">{t('invoices.balances.currency')}</th>
                  {COLUMNS.map((key) => (
                    <th key={key} scope="col" className="m-end">
                      {t(`invoices.balances.${key}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {data.rows.map((row) => (
                  <tr key={`${row.partyId} ${row.currency}`}>
                    <td>
                      <Link to={`${WHERE[row.partyKind]}${row.partyId}`}>{row.party}</Link>
                    </td>
                    <td>{row.currency}</td>
                    {cells(row)}
                  </tr>
                ))}
              </tbody>
              <tfoot>
                {data.totals.map((sums) => (
                  <tr key={sums.currency}>
                    <th scope="row" colSpan={2}>
                      {t('invoices.balances.sum', { currency: sums.currency })}
                    </th>
                    {cells(sums)}
                  </tr>
                ))}
              </tfoot>
            </table>
          </div>
        </>
      ) : null}
    </div>
  );
}
