import Button from 'antd/es/button';
import { COMMANDS, type CommandName } from '#contract/orders/actions';
import { TASK_TEXTS } from '#contract/orders/texts';
import { Whole } from '../../../core/mask/kinds/Whole.tsx';
import { AtFoot } from '../../../core/mask/record/AtFoot.tsx';
import { useFormat } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import { allowed } from '../../../providers/user.ts';
import type { HistoryParcel, OrderHistory } from './order-history.ts';

const isWeb = (address: string): boolean => /^https?:\/\//.test(address);
const newest = (parcels: readonly HistoryParcel[]) =>
  parcels
    .flatMap(({ tracking }) => tracking)
    .reduce<HistoryParcel['tracking'][number] | undefined>((a, b) => (a && a.at >= b.at ? a : b), undefined);

type Props = { history: OrderHistory; transit: NonNullable<OrderHistory['transit']>; run: (command: CommandName) => void };

/** Where an order is that only its carrier can deliver: since when, the last event, the day it is expected, and what to do if it is late. */
export function Transit({ history: { parcels, commands }, transit: { since, days, expectedOn, daysLate }, run }: Props) {
  const t = useT();
  const { minute, day, relative, instant } = useFormat();
  const last = newest(parcels);
  const carrier = parcels[0]?.carrier ?? t('taskPage.transit.carrier');
  const address = parcels.find(({ trackingUrl, trackingNo }) => trackingNo && isWeb(trackingUrl))?.trackingUrl;
  const isLate = daysLate > 0;
  const mayReport =
    isLate &&
    allowed(`tasks.${COMMANDS.raise.privilege}`) &&
    commands.some(({ command, refusal }) => command === 'raise' && refusal === null);
  return (
    <section className="r-next t-transit" data-meaning={isLate ? 'wait' : undefined} aria-label={t('taskPage.transit.title')}>
      <div>
        <p>
          <b>{t('taskPage.transit.since', { carrier, at: minute(since) })}</b>
        </p>
        <p>
          {last ? (
            <>
              <Whole text={t('taskPage.transit.last', { event: [last.text || last.code, last.place].filter(Boolean).join(', ') })} />{' '}
              <time dateTime={last.at} title={instant(last.at)}>
                {relative(last.at)}
              </time>
            </>
          ) : (
            t('taskPage.transit.none')
          )}
        </p>
        <p>
          {expectedOn === null
            ? t('taskPage.transit.unknown')
            : t('taskPage.transit.expected', { day: day(expectedOn), count: days ?? 0, carrier })}
        </p>
        {isLate ? <p>{t('taskPage.transit.late', { count: daysLate })}</p> : null}
      </div>
      {address ? (
        <Button href={address} target="_blank" rel="noreferrer">
          {t('taskPage.transit.track')}
        </Button>
      ) : null}
      {mayReport ? (
        <AtFoot>
          <Button type="primary" onClick={() => run('raise')}>
            {t(TASK_TEXTS.command('raise'))}
          </Button>
        </AtFoot>
      ) : null}
    </section>
  );
}
