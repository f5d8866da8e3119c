import { dayKey, formatTime, useFormat } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import type { Board } from './board.ts';
import './cut-offs.css';

/** `level`: of its heading, below that of the page or the card. */
type Props = { next: NonNullable<Board['next']>; level: 'h2' | 'h3' };

/** On a day without orders: what is due on the next working day, by carrier. */
export function NextDay({ next: { day, carriers }, level: Heading }: Props) {
  const t = useT();
  const { day: dayOf, number } = useFormat();
  // Orders may be due on days before it, on which the house is closed.
  const cutOff = (at: string | null): string =>
    at === null ? '' : dayKey(at) === day ? formatTime(at) : `${dayOf(dayKey(at))} ${formatTime(at)}`;
  return (
    <>
      <Heading className="b-next-day">{t('board.nextDay', { day: dayOf(day) })}</Heading>
      {carriers.length === 0 ? <p className="m-quiet">{t('board.nothingDue')}</p> : null}
      <ul className="b-cut-offs">
        {carriers.map(({ carrierId, carrier, cutOffAt, orders }) => (
          <li key={carrierId}>
            <span className="b-lane-name">
              <b>{carrier}</b>
              <small>{cutOff(cutOffAt)}</small>
            </span>
            <span className="b-lane-bar">{t('board.due', { count: orders, n: number(orders) })}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
