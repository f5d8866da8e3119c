import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { BILL_STATUSES } from '#contract/money/status';
import { asText } from '../../../core/mask/kinds/kind.ts';
import { formatNumber } from '../../../core/mask/kinds/numbers.ts';
import { StatusTag } from '../../../core/mask/kinds/StatusTag.tsx';
import { Whole } from '../../../core/mask/kinds/Whole.tsx';
import { TableHead } from '../../../core/mask/PageTable.tsx';
import type { PartProps } from '../../../core/mask/parts.ts';
import { formatMoney, useFormat } from '../../../providers/format.ts';
import { useLocale, useT } from '../../../providers/i18n.ts';
import { useReloadOnChange } from '../../../providers/reload-on-change.ts';
import { useRead } from '../../../providers/use-call.ts';

type Line = { id: string; sku: string; text: string; unit: string; ordered: number; received: number | null; billed: number };
type Bill = {
  id: string;
  no: string;
  theirNo: string;
  billDate: string;
  gross: number;
  currency: string;
  status: string;
  differences: number;
};
/** The answer of `GET /v0/purchaseOrders/:id/billing`. Quantities are in thousandths. */
type BillingAnswer = { lines: Line[]; bills: Bill[] };

const MEANING = { entered: 'work', disputed: 'stop', approved: 'work', partPaid: 'work', paid: 'done' } as const;
const WAIT = 500;

/** Ordered, received and billed quantities by line, and the bills. */
export function Billing({ row }: PartProps) {
  const id = asText(row['id']);
  const t = useT();
  const locale = useLocale();
  const { date } = useFormat();
  const client = useQueryClient();
  const queryKey = ['data', 'default', 'purchaseOrders', 'billing', id];
  useReloadOnChange(
    ({ area }) => area === 'bills' || area === 'purchaseOrders',
    () => void client.invalidateQueries({ queryKey, refetchType: 'active' }),
    WAIT,
  );
  const { data } = useRead<BillingAnswer>(`/v0/purchaseOrders/${encodeURIComponent(id)}/billing`, { queryKey, enabled: id !== '' });
  if (!data) return null;
  const count = (thousandths: number | null): string => (thousandths === null ? '–' : formatNumber(thousandths / 1000, locale, 0, 3));
  return (
    <>
      <section className="m-section">
        <h2>{t('purchaseOrders.billing.title')}</h2>
        <div className="m-table-scroll">
          <table className="m-table">
            <TableHead
              columns={[
                { label: t('purchaseOrders.lines.text') },
                ...['purchaseOrders.fields.pieces', 'purchaseOrders.fields.received', 'purchaseOrders.billing.billed'].map((key) => ({
                  label: t(key),
                  end: true,
                })),
              ]}
            />
            <tbody>
              {data.lines.map(({ id: line, sku, text, unit, ordered, received, billed }) => (
                <tr key={line}>
                  <td>
                    {sku === '' ? null : <b className="m-figures">{sku} </b>}
                    {text}
                  </td>
                  <td className="m-figures m-end">
                    {count(ordered)} {unit}
                  </td>
                  <td className="m-figures m-end">{count(received)}</td>
                  <td className="m-figures m-end">{billed > ordered ? <span className="m-fault">{count(billed)}</span> : count(billed)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
      <section className="m-section">
        <h2>{t('purchaseOrders.billing.bills')}</h2>
        {data.bills.length === 0 ? <p className="m-quiet">{t('purchaseOrders.billing.none')}</p> : null}
        {data.bills.length > 0 ? (
          <div className="m-table-scroll">
            <table className="m-table">
              <TableHead
                columns={['no', 'theirNo', 'billDate', 'gross', 'status', 'differences'].map((name) => ({
                  label: t(`bills.fields.${name}`),
                }))}
              />
              <tbody>
                {data.bills.map((bill) => (
                  <tr key={bill.id}>
                    <td>
                      <Link to={`/purchases/bills/${bill.id}`}>
                        <Whole text={bill.no} />
                      </Link>
                    </td>
                    <td>{bill.theirNo}</td>
                    <td className="m-whole">{date(bill.billDate)}</td>
                    <td className="m-figures">{formatMoney(bill.gross, bill.currency, locale)}</td>
                    <td>
                      <StatusTag meaning={MEANING[BILL_STATUSES.find((one) => one === bill.status) ?? 'entered']}>
                        {t(`bills.statuses.${bill.status}`)}
                      </StatusTag>
                    </td>
                    <td className="m-figures">{bill.differences}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        ) : null}
      </section>
    </>
  );
}
