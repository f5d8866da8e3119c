import { useEffect } from 'react';
import type { ReminderLetter } from '#contract/money/reminder';
import { useConfirmText } from '../../../core/mask/confirm-text.ts';
import type { DialogProps } from '../../../core/mask/dialogs.ts';
import { asText } from '../../../core/mask/kinds/kind.ts';
import { FormDialog } from '../../../core/mask/record/FormDialog.tsx';
import { ShownValues } from '../../../core/mask/record/ShownValues.tsx';
import { showNotice } from '../../../providers/feedback.ts';
import { useFormat } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import { useCall, useRead } from '../../../providers/use-call.ts';

/** What the letter asks for; nothing is said of what it does not ask for. */
function Letter({ letter }: { letter: ReminderLetter }) {
  const t = useT();
  const { money, day, number } = useFormat();
  const { level, currency, total, payUntil, mailTo } = letter;
  const sums = (['due', 'interest', 'flatSum', 'fee'] as const)
    .filter((name) => name === 'due' || letter[name] > 0)
    .map((name) => ({ label: t(`dunningLetters.fields.${name}`), value: money(letter[name], currency) }));
  return (
    <>
      <ShownValues
        values={[
          { label: t('dunningLetters.fields.level'), value: number(level) },
          ...sums,
          ...(sums.length > 1 ? [{ label: t('invoices.remind.total'), value: money(total, currency) }] : []),
          { label: t('dunningLetters.fields.payUntil'), value: day(payUntil) },
        ]}
      />
      <p>{mailTo ? t('invoices.remind.byMail', { mailTo }) : t('invoices.remind.toPrint')}</p>
    </>
  );
}

/** Shows what the reminder of an overdue invoice asks for, and sends it. */
export function RemindDialog({ mask, rows, onClose }: DialogProps) {
  const t = useT();
  const call = useCall();
  const confirmText = useConfirmText(mask);
  const [row = {}] = rows;
  const path = `/v0/invoices/${encodeURIComponent(asText(row['id']))}`;
  // Read anew each time: interest grows by the day, and a payment may have come.
  const { data, isError } = useRead<ReminderLetter>(`${path}/reminder/letter`, {
    queryKey: ['data', 'default', 'dunningRuns', 'letter', asText(row['id'])],
    gcTime: 0,
    retry: false,
  });
  // The user was told why no reminder is due.
  useEffect(
    function closeRefused() {
      if (isError) onClose(false);
    },
    [isError, onClose],
  );
  async function send(_: unknown, intent: string): Promise<void> {
    await call('POST', `${path}/remind`, { intent });
    showNotice({ kind: 'success', title: confirmText('invoices.done.remind', [row]) });
  }
  return (
    <FormDialog
      title={confirmText('invoices.confirm.remind', [row])}
      okText={t('invoices.actions.remind')}
      fields={data ? {} : null}
      send={send}
      onClose={onClose}
    >
      {data ? <Letter letter={data} /> : null}
    </FormDialog>
  );
}
