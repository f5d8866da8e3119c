import Button from 'antd/es/button';
import { Link } from 'react-router';
import { useLinkTo } from '../../core/mask/area-paths.ts';
import { useInvalidate } from '../../core/mask/data.ts';
import { asText } from '../../core/mask/kinds/kind.ts';
import { Whole } from '../../core/mask/kinds/Whole.tsx';
import { TableHead } from '../../core/mask/PageTable.tsx';
import type { PartProps } from '../../core/mask/parts.ts';
import { formatMoney, useFormat } from '../../providers/format.ts';
import { useLocale, useT } from '../../providers/i18n.ts';
import { useAllowed } from '../../providers/use-allowed.ts';
import { useCall, useRead } from '../../providers/use-call.ts';

type FromKind = 'payment' | 'creditNote' | 'credit';
type ToKind = 'invoice' | 'bill';
type Allocation = {
  id: string;
  allocatedOn: string;
  amount: number;
  currency: string;
  fromKind: FromKind;
  fromId: string;
  fromNo: string;
  toKind: ToKind;
  toId: string;
  toNo: string;
  undone: boolean;
};

const AREA: Record<FromKind | ToKind, string> = {
  payment: 'payments',
  creditNote: 'invoices',
  credit: 'bills',
  invoice: 'invoices',
  bill: 'bills',
};

function Document({ kind, id, no }: { kind: FromKind | ToKind; id: string; no: string }) {
  const to = useLinkTo()(AREA[kind], id);
  const shown = <Whole text={no} />;
  return to ? <Link to={to}>{shown}</Link> : shown;
}

/** The documents that a payment, an invoice or a bill is allocated to, with the amount of each. */
export function Allocations({ row }: Pick<PartProps, 'row'>) {
  const call = useCall();
  const t = useT();
  const locale = useLocale();
  const { date } = useFormat();
  const invalidate = useInvalidate();
  const mayRead = useAllowed('payments.read');
  const mayUndo = useAllowed('payments.update');
  const id = asText(row['id']);
  const found = useRead<Allocation[]>(`/v0/allocations/of/${encodeURIComponent(id)}`, {
    queryKey: ['payments', 'allocations', id, row['version']],
    enabled: mayRead && id !== '',
  });
  if (!mayRead || !found.data) return null;
  const undo = async (allocation: string): Promise<void> => {
    await call('POST', `/v0/allocations/${encodeURIComponent(allocation)}/undo`, {});
    await Promise.all(['payments', 'invoices', 'bills'].map((area) => invalidate(area)));
  };
  const [first] = found.data;
  // The record itself is one side of each allocation.
  const settles = first?.fromId === id;
  const side = t(settles ? 'payments.allocations.to' : 'payments.allocations.from');
  return (
    <section className="m-section">
      <h2>{t('payments.allocations.title')}</h2>
      {first === undefined ? (
        <p className="m-quiet">{t('payments.allocations.none')}</p>
      ) : (
        <div className="m-table-scroll">
          <table className="m-table r-cards">
            <TableHead
              columns={[
                { label: side },
                { label: t('payments.allocations.on') },
                { label: t('payments.fields.amount'), end: true },
                { label: '' },
              ]}
            />
            <tbody>
              {found.data.map((one) => (
                <tr key={one.id}>
                  <td>
                    {one.fromId === id ? (
                      <Document kind={one.toKind} id={one.toId} no={one.toNo} />
                    ) : (
                      <Document kind={one.fromKind} id={one.fromId} no={one.fromNo} />
                    )}
                  </td>
                  <td className="m-whole" data-label={t('payments.allocations.on')}>
                    {date(one.allocatedOn)}
                  </td>
                  <td data-label={t('payments.fields.amount')} className="m-figures m-end">
                    {formatMoney(one.amount, one.currency, locale)}
                  </td>
                  <td className="m-end">
                    {one.undone ? (
                      <span className="m-quiet">{t('payments.allocations.undone')}</span>
                    ) : mayUndo && one.fromKind !== 'creditNote' ? (
                      <Button size="small" onClick={() => void undo(one.id)}>
                        {t('payments.allocations.undo')}
                      </Button>
                    ) : null}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
