import Button from 'antd/es/button';
import { type ReactNode, useRef } from 'react';
import { Link } from 'react-router';
import { encodeFilters } from '#contract/core/query';
import type { Meaning } from '#contract/core/status';
import { TASK_TEXTS } from '#contract/orders/texts';
import { Bar } from '../../../core/charts/Bar.tsx';
import { ProofBadge } from '../../../core/charts/ProofBadge.tsx';
import { Spark } from '../../../core/charts/Spark.tsx';
import { StatusTag } from '../../../core/mask/kinds/StatusTag.tsx';
import { ListSkeleton, LoadError } from '../../../core/mask/list/states.tsx';
import { TableHead } from '../../../core/mask/PageTable.tsx';
import { SavePdfButton } from '../../../core/pdf/SavePdfButton.tsx';
import { useFormat } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import { useConnection } from '../../../providers/live.ts';
import { COUNTED, type Counted, type Lane, useBoard, useCounted } from './board.ts';
import { clock, useCutOff, useNow, verdictOf } from './lanes.ts';
import { NextDay } from './NextDay.tsx';
import '../../../core/mask/mask.css';
import './board.css';

function LaneRow({ lane, now }: { lane: Lane; now: number }) {
  const t = useT();
  const cutOff = useCutOff();
  const { number } = useFormat();
  const verdict = verdictOf(lane);
  return (
    <tr data-meaning={verdict.meaning}>
      <th scope="row">
        <b>{lane.carrier}</b>
        <span className="b-cut m-figures">{cutOff(lane, now)}</span>
      </th>
      <td className="b-progress">
        <Bar
          of={lane.orders}
          parts={[
            { value: lane.handedOver, meaning: 'done' },
            { value: lane.packed - lane.handedOver, meaning: 'lead' },
          ]}
        />
        <span className="m-figures">{t('board.packedOf', { packed: number(lane.packed), orders: number(lane.orders) })}</span>
        {lane.stopped > 0 ? <span className="b-stopped m-figures">{t('board.stopped', { count: lane.stopped })}</span> : null}
      </td>
      <td className="b-pace">
        <Spark values={lane.paces} label={t('board.paceLine', { values: lane.paces.join(', ') })} />
        <span className="m-figures">{t('board.pace', { n: number(lane.pace) })}</span>
      </td>
      <td className="b-verdict">
        <StatusTag meaning={verdict.meaning}>{t(verdict.key, { n: number(verdict.n) })}</StatusTag>
      </td>
    </tr>
  );
}

function Tile({ title, value, note, to, meaning }: { title: string; value: ReactNode; note?: string; to: string; meaning: Meaning }) {
  return (
    <li data-meaning={meaning}>
      <Link to={to}>
        <span>{title}</span>
        <b className="m-figures">{value}</b>
        {note ? <small className="m-figures">{note}</small> : null}
      </Link>
    </li>
  );
}

const filtered = (path: string, field: string, value: string): string => {
  const params = new URLSearchParams(encodeFilters([{ field, op: 'in', value: [value] }]).map(([key, text]) => [`f.${key}`, text]));
  return `${path}?${params.toString()}`;
};

const TITLES: Record<Counted, string> = { retours: 'board.retours', putAway: 'board.putAway', picklists: 'board.picklists' };

/** The live board for the warehouse floor: carriers by cut-off, stuck orders, work in progress. */
export function BoardPage() {
  const t = useT();
  const { number } = useFormat();
  const now = useNow();
  const query = useBoard();
  const counted = useCounted();
  const online = useConnection((state) => state.state === 'online');
  const root = useRef<HTMLDivElement>(null);
  if (query.isError && !query.data) return <LoadError error={query.error} onRetry={() => void query.refetch()} />;
  const board = query.data;
  if (!board) return <ListSkeleton rows={8} />;
  const { receiving } = board;
  const hasOrders = board.carriers.some(({ orders }) => orders > 0);
  return (
    <div className="b-board" ref={root}>
      <header className="b-head" data-pdf="hidden">
        <h1>{t('menu.board')}</h1>
        <ProofBadge />
        <span className="m-spring" />
        <span className="m-quiet m-figures" role="status">
          {t(online ? 'board.asOf' : 'board.offline', { time: clock(board.at) })}
        </span>
        <SavePdfButton
          element={root}
          title={t('menu.board')}
          note={t(online ? 'board.asOf' : 'board.offline', { time: clock(board.at) })}
        />
        {document.fullscreenEnabled ? (
          <Button onClick={() => void (document.fullscreenElement ? document.exitFullscreen() : root.current?.requestFullscreen())}>
            {t('board.fullScreen')}
          </Button>
        ) : null}
      </header>
      {hasOrders ? (
        <table className="b-lanes">
          <caption className="m-hidden">{t('board.today')}</caption>
          <TableHead
            columns={[
              { label: t('board.carrier') },
              { label: t('board.packed') },
              { label: t('board.paceTitle') },
              { label: t('board.atCutOff') },
            ]}
          />
          <tbody>
            {board.carriers.map((lane) => (
              <LaneRow key={lane.carrierId ?? ''} lane={lane} now={now} />
            ))}
          </tbody>
        </table>
      ) : (
        <section className="b-no-orders">
          <p>{t('board.noOrders')}</p>
          {board.next ? <NextDay next={board.next} level="h2" /> : null}
        </section>
      )}
      <section aria-labelledby="board-stuck">
        <h2 id="board-stuck">{t('board.stuck')}</h2>
        <ul className="b-tiles">
          {board.stuck.map(({ blocker, tasks }) => (
            <Tile
              key={blocker}
              title={t(TASK_TEXTS.blocker(blocker))}
              value={number(tasks)}
              meaning="stop"
              to={filtered('/wEP/problematic', 'blocker', blocker)}
            />
          ))}
          <Tile
            title={t(TASK_TEXTS.status('outOfStock'))}
            value={number(board.outOfStock)}
            meaning={board.outOfStock > 0 ? 'wait' : 'closed'}
            to={filtered('/wEP/outbound', 'status', 'outOfStock')}
          />
        </ul>
      </section>
      <section aria-labelledby="board-work">
        <h2 id="board-work">{t('board.underWay')}</h2>
        <ul className="b-tiles">
          <Tile
            title={t('board.receiving')}
            value={number(receiving.tasks)}
            note={receiving.tasks > 0 ? t('board.receivedOf', { done: number(receiving.received), all: number(receiving.announced) }) : ''}
            meaning="work"
            to="/wEP/receiving"
          />
          {(Object.keys(COUNTED) as Counted[]).map((name) => {
            const value = counted[name];
            return value === null ? null : (
              <Tile
                key={name}
                title={t(TITLES[name])}
                value={number(value)}
                meaning={name === 'retours' ? 'back' : 'work'}
                to={COUNTED[name].path}
              />
            );
          })}
        </ul>
      </section>
    </div>
  );
}
