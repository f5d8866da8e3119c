import Button from 'antd/es/button';
import { useInvalidate } from '../../core/mask/data.ts';
import { asText } from '../../core/mask/kinds/kind.ts';
import { Whole } from '../../core/mask/kinds/Whole.tsx';
import type { PartProps } from '../../core/mask/parts.ts';
import { formatMoney, useFormat } from '../../providers/format.ts';
import { useLocale, useT } from '../../providers/i18n.ts';
import { useAllowed } from '../../providers/use-allowed.ts';
import { useCall, useRead } from '../../providers/use-call.ts';

type Allocation = {
  id: string;
  allocatedOn: string;
  amount: number;
  currency: string;
  fromKind: string;
  fromNo: string;
  toKind: string;
  toNo: string;
  undone: boolean;
};

/** The allocations of a payment, an invoice or a bill. */
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
  return (
    <section className="m-section">
      <h2>{t('payments.allocations.title')}</h2>
      {found.data.length === 0 ? (
        <p className="m-quiet">{t('payments.allocations.none')}</p>
      ) : (
        <div className="m-table-scroll">
          <table className="m-table r-cards">
            <thead>
              <tr>
                <th scope="col">{t('payments.allocations.on')}</th>
                <th scope="col">{t('payments.allocations.from')}</th>
                <th scope="col">{t('payments.allocations.to')}</th>
                <th scope="col">{t('payments.fields.amount')}</th>
                <td />
              </tr>
            </thead>
            <tbody>
              {found.data.map((one) => (
                <tr key={one.id}>
                  <td className="m-whole">{date(one.allocatedOn)}</td>
                  <td data-label={t('payments.allocations.from')}>
                    <Whole text={one.fromNo} />
                  </td>
                  <td data-label={t('payments.allocations.to')}>
                    <Whole text={one.toNo} />
                  </td>
                  <td data-label={t('payments.fields.amount')} className="m-figures">
                    {formatMoney(one.amount, one.currency, locale)}
                  </td>
                  <td>
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
