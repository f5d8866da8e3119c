import Button from 'antd/es/button';
import Modal from 'antd/es/modal';
import { useState } from 'react';
import { propose } from '#contract/money/open';
import type { DialogProps } from '../../../core/mask/dialogs.ts';
import { AmountInput } from '../../../core/mask/inputs/AmountInput.tsx';
import { asNumber, asText } from '../../../core/mask/kinds/kind.ts';
import { Whole } from '../../../core/mask/kinds/Whole.tsx';
import { TableHead } from '../../../core/mask/PageTable.tsx';
import { formatMoney, useFormat } from '../../../providers/format.ts';
import { useLocale, useT } from '../../../providers/i18n.ts';
import { useCall, useRead } from '../../../providers/use-call.ts';

type OpenItem = { id: string; kind: 'invoice' | 'bill'; no: string; issueDate: string; dueDate: string; gross: number; open: number };

/** Allocates a payment, or the credit of a bill, to its party's open items. The proposal settles the oldest first, and every amount can be changed. */
export function AllocateDialog({ mask, rows, onClose }: DialogProps) {
  const call = useCall();
  const t = useT();
  const locale = useLocale();
  const { date } = useFormat();
  const [payment] = rows;
  const id = asText(payment?.['id']);
  const currency = asText(payment?.['currency']) || 'EUR';
  const left = asNumber(payment?.['open']) ?? 0;
  /** Null until the user changes the proposal. */
  const [typed, setAmounts] = useState<Record<string, number | null> | null>(null);
  const [unread, setUnread] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const found = useRead<OpenItem[]>(`/v0/${mask.area}/${encodeURIComponent(id)}/open-items`, {
    queryKey: [mask.area, 'open-items', id],
    gcTime: 0,
  });
  const items = found.data;
  const proposed = (from: readonly OpenItem[]): Record<string, number | null> =>
    Object.fromEntries(propose(left, from).map(({ item, amount }) => [item.id, amount]));
  const amounts = typed ?? proposed(items ?? []);
  const rest = left - Object.values(amounts).reduce<number>((sum, amount) => sum + (amount ?? 0), 0);
  const wanted = (items ?? []).filter((item) => (amounts[item.id] ?? 0) > 0);
  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      const body = { items: wanted.map((item) => ({ kind: item.kind, id: item.id, amount: amounts[item.id] })) };
      await call('POST', `/v0/${mask.area}/${encodeURIComponent(id)}/allocate`, { body });
      onClose(true);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      width={760}
      title={`${t('payments.actions.allocate')} · ${asText(payment?.['no'])}`}
      okText={t('payments.actions.allocate')}
      cancelText={t('buttons.cancel')}
      confirmLoading={busy}
      okButtonProps={{ disabled: wanted.length === 0 || rest < 0 || Object.keys(unread).length > 0 }}
      onOk={() => void send().catch(() => undefined)}
      onCancel={() => onClose(false)}
    >
      {items && items.length === 0 ? <p>{t('payments.dialog.none')}</p> : null}
      {items && items.length > 0 ? (
        <>
          <div className="m-table-scroll" style={{ maxHeight: '50vh' }}>
            <table className="m-table">
              <TableHead columns={['document', 'due', 'open', 'amount'].map((name) => ({ label: t(`payments.dialog.${name}`) }))} />
              <tbody>
                {items.map((item) => {
                  const { [item.id]: text, ...others } = unread;
                  return (
                    <tr key={item.id}>
                      <td>
                        <Whole text={item.no} />
                      </td>
                      <td className="m-whole">{date(item.dueDate)}</td>
                      <td className="m-figures">{formatMoney(item.open, currency, locale)}</td>
                      <td>
                        <AmountInput
                          id={`allocate-${item.id}`}
                          label={t('payments.dialog.amountOf', { no: item.no })}
                          currency={currency}
                          value={amounts[item.id] ?? null}
                          open={item.open}
                          unread={text}
                          onChange={(amount) => {
                            setUnread(others);
                            setAmounts({ ...amounts, [item.id]: amount });
                          }}
                          onUnread={(typed) => setUnread({ ...unread, [item.id]: typed })}
                        />
                      </td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </div>
          <p role="status">
            {t('payments.dialog.left', { amount: formatMoney(rest, currency, locale) })}{' '}
            <Button size="small" onClick={() => setAmounts(null)}>
              {t('payments.dialog.propose')}
            </Button>
          </p>
        </>
      ) : null}
    </Modal>
  );
}
