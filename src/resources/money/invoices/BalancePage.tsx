import Button from 'antd/es/button';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { houseToday } from '#contract/core/house-day';
import type { FieldSpec } from '#contract/core/mask';
import { AGES } from '#contract/money/open';
import { AgeBars } from '../../../core/charts/AgeBars.tsx';
import { asText } from '../../../core/mask/kinds/kind.ts';
import { ListSkeleton, LoadError } from '../../../core/mask/list/states.tsx';
import { PageTable } from '../../../core/mask/PageTable.tsx';
import { AskForm } from '../../../core/mask/record/AskForm.tsx';
import { saveCsv } from '../../../core/mask/transfer/save-csv.ts';
import { PageHead } from '../../../layout/PageHead.tsx';
import { formatDate, formatMoney } from '../../../providers/format.ts';
import { useLocale, useT } from '../../../providers/i18n.ts';
import { useRead } from '../../../providers/use-call.ts';
import '../../../core/mask/mask.css';
import '../../../core/mask/record/record.css';
import { SavePdfButton } from '../../../core/pdf/SavePdfButton.tsx';
import './balances.css';
import { documentsUntil, itemsBehind, type PartyKind } from './behind.ts';
import { SetOffPairs } from './SetOffPairs.tsx';

const COLUMNS = [...AGES.map(({ key }) => key), 'unallocated', 'total'] as const;
type Sums = { currency: string } & Record<(typeof COLUMNS)[number], number>;
type Balance = Sums & { partyKind: PartyKind; partyId: string; party: string };
/** The answer of `GET /v0/balances` (server/modules/money/balances.ts). */
type Balances = { asOf: string; rows: Balance[]; totals: (Sums & { side: 'receivable' | 'payable' })[] };

const ASKED: Record<string, FieldSpec> = { asOf: { kind: 'date', label: 'invoices.balances.asOf' } };

/** Balances of all parties at the end of a day, by currency and age. Each figure links to its documents. */
export function BalancePage() {
  const t = useT();
  const locale = useLocale();
  const page = useRef<HTMLDivElement>(null);
  const [asOf, setAsOf] = useState(houseToday);
  const found = useRead<Balances>('/v0/balances', {
    queryKey: ['invoices', 'balances', asOf],
    keepFormer: true,
    enabled: asOf !== '',
    params: { asOf },
  });
  const cells = (sums: Sums, of?: Balance) =>
    COLUMNS.map((key) => {
      const text = sums[key] === 0 ? '–' : formatMoney(sums[key], sums.currency, locale);
      const to = of && sums[key] !== 0 && isNow ? itemsBehind(of, key, asOf) : null;
      return (
        <td key={key} className="m-figures m-end">
          {to ? <Link to={to}>{text}</Link> : text}
        </td>
      );
    });
  const { data } = found;
  // Lists of open items show the current state. For a past day they would not match the figure.
  const isNow = asOf === houseToday();
  const columns = ['party', 'currency', ...COLUMNS] as const;
  const heads = columns.map((key) => t(`invoices.balances.${key}`));
  const plain = (amount: number): string => (amount / 100).toFixed(2).replace('.', locale === 'de' ? ',' : '.');
  const cellsOf = (sums: Sums): string[] => COLUMNS.map((key) => plain(sums[key]));
  const exported = (all: Balances): string[][] => [
    heads,
    ...all.rows.map((row) => [row.party, row.currency, ...cellsOf(row)]),
    ...all.totals.map((sums) => [t(`invoices.balances.sums.${sums.side}`, { currency: sums.currency }), sums.currency, ...cellsOf(sums)]),
  ];
  return (
    <div className="m-page" ref={page}>
      <PageHead title={t('menu.balanceQuery')}>
        {data && data.rows.length > 0 ? (
          <>
            <Button onClick={() => saveCsv(`${asOf} ${t('menu.balanceQuery')}`, exported(data))}>{t('invoices.balances.export')}</Button>
            <SavePdfButton element={page} title={t('menu.balanceQuery')} subject={`${t('invoices.balances.asOf')} ${formatDate(asOf)}`} />
          </>
        ) : null}
      </PageHead>
      <div className="iv-asked" data-pdf="hidden">
        <AskForm fields={ASKED} values={{ asOf }} errors={[]} onChange={(values) => setAsOf(asText(values['asOf']))} />
      </div>
      <p className="m-quiet">{t('invoices.balances.note')}</p>
      {found.isError ? <LoadError error={found.error} onRetry={() => void found.refetch()} /> : null}
      {found.isLoading ? <ListSkeleton /> : null}
      {data && data.rows.length === 0 ? <p>{t('invoices.balances.none')}</p> : null}
      {isNow && found.isSuccess ? <SetOffPairs onChanged={() => void found.refetch()} /> : null}
      {data && data.rows.length > 0 ? (
        <>
          <section aria-label={t('invoices.balances.ageing')} className="f-ages-row">
            {data.totals.map((sums) => (
              <AgeBars
                key={`${sums.side} ${sums.currency}`}
                title={t(`invoices.balances.sums.${sums.side}`, { currency: sums.currency })}
                parts={AGES.map(({ key }) => ({
                  key,
                  label: t(`invoices.balances.${key}`),
                  value: sums[key],
                  text: formatMoney(sums[key], sums.currency, locale),
                }))}
              />
            ))}
          </section>
          <PageTable
            label={t('menu.balanceQuery')}
            columns={heads.map((label, at) => ({ label, end: at > 1 }))}
            foot={data.totals.map((sums) => (
              <tr key={`${sums.side} ${sums.currency}`}>
                <th scope="row" colSpan={2}>
                  {t(`invoices.balances.sums.${sums.side}`, { currency: sums.currency })}
                </th>
                {cells(sums)}
              </tr>
            ))}
          >
            {data.rows.map((row) => (
              <tr key={`${row.partyId} ${row.currency}`}>
                <td className="m-name">
                  <Link to={isNow ? itemsBehind(row, 'total', asOf) : documentsUntil(row, asOf)}>{row.party}</Link>
                </td>
                <td className="m-figures">{row.currency}</td>
                {cells(row, row)}
              </tr>
            ))}
          </PageTable>
        </>
      ) : null}
    </div>
  );
}
