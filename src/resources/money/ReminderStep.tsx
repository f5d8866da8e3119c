import Button from 'antd/es/button';
import { Link } from 'react-router';
import type { ReminderAnswer } from '#contract/money/reminder';
import { useLinkTo } from '../../core/mask/area-paths.ts';
import { useConfirmText } from '../../core/mask/confirm-text.ts';
import { asNumber, asText } from '../../core/mask/kinds/kind.ts';
import { Whole } from '../../core/mask/kinds/Whole.tsx';
import { type Action, applies } from '../../core/mask/list/actions.ts';
import { useActions } from '../../core/mask/list/use-actions.tsx';
import type { PartProps } from '../../core/mask/parts.ts';
import { AtFoot } from '../../core/mask/record/AtFoot.tsx';
import { useFormat } from '../../providers/format.ts';
import { useT } from '../../providers/i18n.ts';
import { useAllowed } from '../../providers/use-allowed.ts';
import { useRead } from '../../providers/use-call.ts';

const ignore = (): void => undefined;

/** Of an overdue invoice: the reminder that is due, or why none is and the payment that is waited for. */
export function ReminderStep({ mask, row, path }: PartProps) {
  const t = useT();
  const { day } = useFormat();
  const linkTo = useLinkTo();
  const filled = useConfirmText(mask);
  const reads = useAllowed('dunningRuns.read');
  const id = asText(row['id']);
  const isLate = row['kind'] === 'invoice' && row['overdue'] === true && (asNumber(row['open']) ?? 0) > 0;
  const actions = useActions({ mask, path, trash: false, onExport: ignore, onDone: ignore });
  const offered = (key: string): Action | undefined => actions.row.find((action) => action.key === key && applies(action, [row]));
  const query = useRead<ReminderAnswer | null>(`/v0/invoices/${encodeURIComponent(id)}/reminder`, {
    queryKey: ['data', 'default', 'dunningRuns', 'reminder', id, row['version']],
    enabled: isLate && reads,
    background: true,
  });
  // Merchants read in the mask's own step what they owe.
  if (!isLate || mask.next?.some(({ text }) => text === 'invoices.next.payOverdue') || (reads && query.isPending)) return null;
  const reminder = query.data ?? null;
  const isDue = reminder?.reason === null;
  const action = offered(isDue ? 'remind' : 'recordPayment');
  const limit = reminder?.on
    ? t(`dunningRuns.overview.${reminder.reason === 'waiting' ? 'from' : 'until'}`, { day: day(reminder.on) })
    : '';
  const why = reminder?.reason ? [t(`dunningRuns.reasons.${reminder.reason}`), limit].filter(Boolean).join(' · ') : '';
  const toRun = reminder?.runId ? linkTo('dunningRuns', reminder.runId) : null;
  const level = isDue ? t('invoices.next.remindLevel', { level: reminder.level }) : '';
  const sentence = filled(isDue ? 'invoices.next.overdue' : 'invoices.next.awaited', [row]);
  return (
    <section className="r-next" data-meaning="stop" aria-label={t('mask.record.next')}>
      <p>
        <b>{t('mask.record.next')}:</b> <Whole text={[sentence, level, why].filter(Boolean).join(' ')} />
        {toRun ? (
          <>
            {' '}
            <Link to={toRun}>{t('invoices.next.openRun')}</Link>
          </>
        ) : null}
      </p>
      {action ? (
        <AtFoot>
          <Button type="primary" onClick={() => actions.run(action, [row])}>
            {t(isDue ? 'invoices.actions.remind' : 'invoices.next.recordPayment')}
          </Button>
        </AtFoot>
      ) : null}
      {actions.host}
    </section>
  );
}
