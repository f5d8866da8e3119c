import Button from 'antd/es/button';
import { asText } from '../../../core/mask/kinds/kind.ts';
import { LoadError } from '../../../core/mask/list/states.tsx';
import { PageTable } from '../../../core/mask/PageTable.tsx';
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
  const label = (key: string): string => t(`paymentRuns.list.${key}`);
  if (found.isError) return <LoadError error={found.error} onRetry={() => void found.refetch()} />;
  // While it waits for the bank, its next step has the file.
  const hasFile = asText(row['checksum']) !== '' && row['status'] !== 'sent';
  return (
    <div className="m-stack">
      {hasFile && canSend ? (
        <p>
          <Button onClick={() => void download(`/v0/paymentRuns/${id}/file`).catch(() => undefined)}>
            {t('paymentRuns.actions.file')}
          </Button>
        </p>
      ) : null}
      <PageTable
        label={t('paymentRuns.fields.orders')}
        columns={[
          ...['no', 'party', 'iban', 'endToEnd', 'state'].map((key) => ({ label: label(key) })),
          ...['discount', 'amount'].map((key) => ({ label: label(key), end: true })),
        ]}
        hasCards
      >
        {(found.data ?? []).map((order) => (
          <tr key={order.id}>
            <td data-label={label('no')}>{order.text}</td>
            <td data-label={label('party')} className="m-name">
              {order.name}
            </td>
            <td data-label={label('iban')} className="m-mono">
              {order.iban}
            </td>
            <td data-label={label('endToEnd')} className="m-figures">
              {order.endToEnd}
            </td>
            <td data-label={label('state')}>{t(order.entryId === null ? 'paymentRuns.list.waiting' : 'paymentRuns.list.settled')}</td>
            <td data-label={label('discount')} className="m-figures m-end">
              {order.discount === 0 ? '–' : money(order.discount, 'EUR')}
            </td>
            <td data-label={label('amount')} className="m-figures m-end">
              {money(order.amount, 'EUR')}
            </td>
          </tr>
        ))}
      </PageTable>
    </div>
  );
}
