import Button from 'antd/es/button';
import { asText } from '../../../core/mask/kinds/kind.ts';
import type { PartProps } from '../../../core/mask/parts.ts';
import { useFormat } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import { download } from '../../../providers/request.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { useRead } from '../../../providers/use-call.ts';
import type { RunOrder } from './types.ts';

/** The orders of a payment run, with what the statement showed, and its file. */
export function RunOrders({ row }: PartProps) {
  const t = useT();
  const { money } = useFormat();
  const canSend = useAllowed('paymentRuns.send');
  const id = encodeURIComponent(asText(row['id']));
  const found = useRead<RunOrder[]>(`/v0/paymentRuns/${id}/orders`, {
    queryKey: ['data', 'default', 'paymentRuns', 'orders', id, row['status']],
  });
  const hasFile = asText(row['checksum']) !== '';
  return (
    <div className="m-stack">
      {hasFile && canSend ? (
        <p>
          <Button onClick={() => void download(`/v0/paymentRuns/${id}/file`).catch(() => undefined)}>
            {t('paymentRuns.actions.file')}
          </Button>
        </p>
      ) : null}
      <div className="m-table-scroll">
        <table className="m-table">
          <thead>
            <tr>
              {(['no', 'party', 'iban', 'endToEnd', 'state'] as const).map((key) => (
                <th key={key} scope="col">
                  {t(`paymentRuns.list.${key}`)}
                </th>
              ))}
              {(['discount', 'amount'] as const).map((key) => (
                <th key={key} scope="col" className="m-end">
                  {t(`paymentRuns.list.${key}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {(found.data ?? []).map((order) => (
              <tr key={order.id}>
                <td>{order.text}</td>
                <td className="m-name">{order.name}</td>
                <td className="m-mono">{order.iban}</td>
                <td className="m-figures">{order.endToEnd}</td>
                <td>{t(order.entryId === null ? 'paymentRuns.list.waiting' : 'paymentRuns.list.settled')}</td>
                <td className="m-figures m-end">{order.discount === 0 ? '–' : money(order.discount, 'EUR')}</td>
                <td className="m-figures m-end">{money(order.amount, 'EUR')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
