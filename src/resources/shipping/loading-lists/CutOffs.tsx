import { Bar } from '../../../core/charts/Bar.tsx';
import { StatusTag } from '../../../core/mask/kinds/StatusTag.tsx';
import { useFormat } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import { type Lane, useBoard } from './board.ts';
import { useCutOff, useNow, verdictOf } from './lanes.ts';
import { NextDay } from './NextDay.tsx';
import './cut-offs.css';

function CutOff({ lane, most, now }: { lane: Lane; most: number; now: number }) {
  const t = useT();
  const { number } = useFormat();
  const cutOff = useCutOff();
  const verdict = verdictOf(lane);
  const figures = [
    t('board.packedOf', { packed: number(lane.packed), orders: number(lane.orders) }),
    ...(lane.stopped > 0 ? [t('board.stopped', { count: lane.stopped })] : []),
    t('board.pace', { n: number(lane.pace) }),
  ];
  return (
    <li>
      <span className="b-lane-name">
        <b>{lane.carrier}</b>
        <small>{cutOff(lane, now)}</small>
      </span>
      <span className="b-lane-bar">
        {/* Bars of all carriers have one scale, so that the largest day stands out. */}
        <span style={{ display: 'block', width: `${Math.max(8, (100 * lane.orders) / most)}%` }}>
          <Bar
            of={lane.orders}
            parts={[
              { value: lane.packed, meaning: 'lead' },
              { value: lane.stopped, meaning: 'stop' },
            ]}
          />
        </span>
        <small>{figures.join(' · ')}</small>
      </span>
      <StatusTag meaning={verdict.meaning}>{t(verdict.key, { n: number(verdict.n) })}</StatusTag>
    </li>
  );
}

/** Today's carriers by cut-off: how far their orders are, and whether they will make it. */
export function CutOffs() {
  const t = useT();
  const now = useNow();
  const board = useBoard().data;
  if (!board) return null;
  const lanes = board.carriers.filter(({ orders }) => orders > 0);
  if (lanes.length === 0)
    return (
      <>
        <p className="m-quiet">{t('board.noOrders')}</p>
        {board.next ? <NextDay next={board.next} level="h3" /> : null}
      </>
    );
  const most = Math.max(...lanes.map(({ orders }) => orders));
  return (
    <ul className="b-cut-offs">
      {lanes.map((lane) => (
        <CutOff key={lane.carrierId ?? ''} lane={lane} most={most} now={now} />
      ))}
    </ul>
  );
}
