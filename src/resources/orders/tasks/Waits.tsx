import Button from 'antd/es/button';
import type { ReactNode } from 'react';
import { shownStatus } from '#contract/core/shown-status';
import { COMMANDS, type CommandName, isCommand } from '#contract/orders/actions';
import type { MissingFact } from '#contract/orders/missing-facts';
import { TASK_STATUS } from '#contract/orders/status-field';
import type { TaskStatus } from '#contract/orders/statuses';
import { TASK_TEXTS } from '#contract/orders/texts';
import { useText } from '../../../core/mask/field-context.ts';
import { StatusTag } from '../../../core/mask/kinds/StatusTag.tsx';
import { Whole } from '../../../core/mask/kinds/Whole.tsx';
import { AtFoot } from '../../../core/mask/record/AtFoot.tsx';
import { useFormat } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import { allowed } from '../../../providers/user.ts';
import type { OrderHistory } from './order-history.ts';
import { useReason } from './reason.ts';
import { useWork } from './use-work.tsx';

type Props = { id: string; no: string; history: OrderHistory; run: (command: CommandName) => void };

/** One line for each fact that is missing for the next status, with the button that provides it (peers.md 2.5). */
export function Waits({ id, no, history, run }: Props) {
  const t = useT();
  const { relative, instant } = useFormat();
  const reasonOf = useReason();
  const { workOf, busy, host } = useWork(id, no);

  // One filled button a screen: that of the first fact.
  const mends = ({ action, params }: MissingFact, first: boolean): ReactNode => {
    if (action === null) return null;
    const known = isCommand(action) ? history.commands.find(({ command, refusal }) => command === action && refusal === null) : undefined;
    const may = known && allowed(`tasks.${COMMANDS[known.command].privilege}`);
    const act = isCommand(action) ? (may ? () => run(action) : null) : workOf(action, params);
    if (!act) return null;
    const button = (
      <Button type={first ? 'primary' : 'default'} size="small" loading={busy && action === 'list'} onClick={act}>
        {t(isCommand(action) ? TASK_TEXTS.command(action) : TASK_TEXTS.work(action))}
      </Button>
    );
    return first ? <AtFoot>{button}</AtFoot> : button;
  };
  if (history.missing.length === 0) return null;
  return (
    <section className="t-waits" aria-labelledby={`waits-${id}`}>
      <h2 id={`waits-${id}`}>{t('taskPage.waits')}</h2>
      <ul>
        {history.missing.map((one, i) => {
          const blocker = history.blockers.find(({ kind }) => kind === one.fact);
          return (
            <li key={`${one.fact} ${String(one.params['parcelId'] ?? '')}`} data-stop={blocker ? true : undefined}>
              <span>
                <Whole text={t(TASK_TEXTS.missing(one.fact), one.params)} />
                {blocker ? (
                  <small>
                    <Whole text={[reasonOf(blocker.reason), blocker.by].filter(Boolean).join(' · ')} />{' '}
                    <time dateTime={blocker.openedAt} title={instant(blocker.openedAt)}>
                      {relative(blocker.openedAt)}
                    </time>
                  </small>
                ) : null}
              </span>
              {mends(one, i === 0)}
            </li>
          );
        })}
      </ul>
      {host}
    </section>
  );
}

/** A status tag. For a cancelled order it says that it is cancelled. */
export function Status({ status, cancelReason }: { status: TaskStatus | null; cancelReason: string }) {
  const text = useText();
  const shown = shownStatus(TASK_STATUS, status, { cancelReason });
  return shown && <StatusTag meaning={shown.meaning}>{text(shown.label)}</StatusTag>;
}
