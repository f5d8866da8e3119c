import { useQueries, useQueryClient } from '@tanstack/react-query';
import type { Filter } from '#contract/core/query';
import type { BlockerKind } from '#contract/orders/statuses';
import { useReloadOnChange } from '../../../providers/reload-on-change.ts';
import { requestList } from '../../../providers/request.ts';
import { useRead } from '../../../providers/use-call.ts';
import { allowed } from '../../../providers/user.ts';

export type Lane = {
  carrierId: string | null;
  carrier: string;
  cutOffAt: string | null;
  orders: number;
  stopped: number;
  packed: number;
  handedOver: number;
  notPacked: number;
  parcels: number;
  parcelsHandedOver: number;
  pace: number;
  forecast: number;
  willMiss: number;
  /** Parcels closed in each of the last six ten-minute intervals, oldest first. */
  paces: number[];
};
/** The answer of `GET /v0/shipping/board` (server/modules/shipping/board.ts). */
export type Board = {
  at: string;
  carriers: Lane[];
  stuck: { blocker: BlockerKind; tasks: number }[];
  outOfStock: number;
  receiving: { tasks: number; received: number; announced: number };
  /** On a day without orders: the next working day (YYYY-MM-DD), and what is due until its end. */
  next: { day: string; carriers: Pick<Lane, 'carrierId' | 'carrier' | 'cutOffAt' | 'orders'>[] } | null;
};

/** Areas that the board is made of. */
const SOURCES: readonly string[] = ['tasks', 'parcels', 'picklists', 'carriers'];
/** Least milliseconds between two reads, because many rows may change per second. */
const WAIT = 2000;
/** Milliseconds between reads without changes, because cut-offs come closer. */
const EVERY = 60_000;

const is = (field: string, ...value: string[]): Filter => ({ field, op: 'in', value });
/** Further counts: the area, the filter, and the list that shows the rows. */
export const COUNTED = {
  retours: {
    area: 'tasks',
    filters: [is('kind', 'retour'), is('status', 'receiving', 'retourReceived', 'retourReceivedPartially', 'readyToInbound')],
    path: '/wEP/returns',
  },
  putAway: { area: 'tasks', filters: [is('kind', 'inbound'), is('status', 'readyToInbound', 'partiallyInbounded')], path: '/wEP/received' },
  picklists: { area: 'picklists', filters: [is('state', 'open', 'printed', 'picking')], path: '/wms/picklist' },
} as const satisfies Record<string, { area: string; filters: Filter[]; path: string }>;
export type Counted = keyof typeof COUNTED;

const BOARD = ['data', 'default', 'board'];

export function useBoard() {
  const client = useQueryClient();
  useReloadOnChange(
    ({ area }) => SOURCES.includes(area),
    () => void client.invalidateQueries({ queryKey: BOARD, refetchType: 'active' }),
    WAIT,
  );
  return useRead<Board>('/v0/shipping/board', { queryKey: BOARD, keepFormer: true, refetchInterval: EVERY, background: true });
}

/** Totals of lists. Null while loading or if the user may not see the list. */
export function useCounted(): Record<Counted, number | null> {
  const names = Object.keys(COUNTED) as Counted[];
  const answers = useQueries({
    queries: names.map((name) => {
      const { area, filters } = COUNTED[name];
      return {
        queryKey: [...BOARD, name],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          requestList(
            area,
            { limit: 1, cursor: null, search: '', sort: null, back: false, filters: [...filters] },
            {
              signal,
              background: true,
              handles: 'all' as const,
            },
          ),
        enabled: allowed(`${area}.read`),
        refetchInterval: EVERY,
      };
    }),
  });
  return Object.fromEntries(names.map((name, i) => [name, answers[i]?.data?.total ?? null])) as Record<Counted, number | null>;
}
