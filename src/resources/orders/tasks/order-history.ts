import { useQueryClient } from '@tanstack/react-query';
import type { CollectedWith } from '#contract/channels/channel-orders';
import type { CommandName } from '#contract/orders/actions';
import type { LineFacts } from '#contract/orders/facts';
import type { RefusalKey } from '#contract/orders/guards';
import type { MissingFact } from '#contract/orders/missing-facts';
import type { ReturnReason } from '#contract/orders/returns';
import type { BlockerKind, ParcelState, TaskKind, TaskStatus } from '#contract/orders/statuses';
import type { ReturnOutcome, StockCondition } from '#contract/scanning/commands';
import type { CarrierChoice } from '#contract/shipping/carrier-choice';
import { useReloadOnChange } from '../../../providers/reload-on-change.ts';
import { request } from '../../../providers/request.ts';
import { useRead } from '../../../providers/use-call.ts';

/** Why pieces cannot be picked (server/modules/orders/availability.ts). */
export type Unpickable = 'atDock' | 'atWork' | 'locked' | 'apart' | 'notGood' | 'held';
type Place = { place: string; qty: number; picked: boolean };
export type HistoryLine = Omit<LineFacts, 'listed' | 'printed'> & {
  itemId: string;
  sku: string;
  name: string;
  image: string | null;
  /** Shipped pieces that can still be sent back. */
  returnable: number;
  returnReason: ReturnReason | null;
  places: Place[];
  free: number;
};
export type HistoryParcel = {
  id: string;
  no: string;
  seq: number;
  state: ParcelState;
  pieces: number;
  weight: number | null;
  trackingNo: string;
  carrier: string | null;
  trackingUrl: string;
  labelState: string;
  labelError: string;
  contents: { lineId: string; sku: string; serial: string; qty: number }[];
  tracking: { code: string; text: string; place: string; at: string }[];
};
export type HistoryEvent = {
  id: string;
  at: string;
  command: string;
  reason: string;
  from: TaskStatus | null;
  to: TaskStatus | null;
  /** Set if the event cancelled the order. */
  cancelReason: string;
  by: string | null;
  payload: Record<string, unknown>;
};
export type HistoryPiece = {
  id: string;
  lineId: string;
  sku: string;
  qty: number;
  serial: string;
  lot: string;
  outcome: ReturnOutcome;
  condition: StockCondition;
  note: string;
  remark: string;
  photo: string | null;
};
export type Command = { command: CommandName; refusal: RefusalKey | null };
/** The answer of `GET /v0/tasks/:id/story` (server/modules/orders/order-history.ts). */
export type OrderHistory = {
  events: HistoryEvent[];
  missing: MissingFact[];
  blockers: { kind: BlockerKind; reason: string; openedAt: string; by: string | null }[];
  commands: Command[];
  lines: HistoryLine[];
  parcels: HistoryParcel[];
  waiting: { lineId: string; wanted: number; places: { place: string; qty: number; why: Unpickable | null }[] }[];
  /** Of a return: what came back, and why the rest did not. */
  pieces: HistoryPiece[];
  absence: string;
  /** Of an order that waits for nothing but its carrier. `expectedOn` is null where too few deliveries tell. */
  transit: { since: string; days: number | null; expectedOn: string | null; daysLate: number } | null;
  /** How the carrier was chosen; null outside of the house. */
  choice: CarrierChoice | null;
  /** A part of a divided order that collects nothing names the order that does. */
  collectedWith: CollectedWith | null;
  children: { id: string; no: string; kind: TaskKind; status: TaskStatus; cancelReason: string }[];
};
export type Scan = {
  id: string;
  at: string;
  act: string;
  code: string;
  outcome: string;
  why: string;
  station: string | null;
  user: string | null;
  undone: boolean;
};

/** Further areas that the story is made of. Their events do not contain the task's id. */
const PARTS: readonly string[] = ['taskLines', 'parcels', 'picklists'];
const WAIT = 500;

/** Below the key of tasks, so that the story becomes stale with the task. */
const keyOf = (id: string) => ['data', 'default', 'task-story', id];

export function useOrderHistory(id: string) {
  const client = useQueryClient();
  useReloadOnChange(
    ({ area, id: changed }) => (area === 'tasks' ? changed === id : PARTS.includes(area)),
    () => void client.invalidateQueries({ queryKey: keyOf(id), refetchType: 'active' }),
    WAIT,
  );
  return useRead<OrderHistory>(`/v0/tasks/${encodeURIComponent(id)}/story`, {
    queryKey: keyOf(id),
    keepFormer: true,
    enabled: id !== '',
    background: true,
  });
}

/** The story as it is now, for a decision right after a command. */
export const readHistory = (id: string): Promise<OrderHistory> =>
  request<OrderHistory>('GET', `/v0/tasks/${encodeURIComponent(id)}/story`, { background: true });

export const useScans = (id: string, enabled: boolean) =>
  useRead<Scan[]>('/v0/p11yorders/scanLog', { queryKey: [...keyOf(id), 'scans'], enabled, params: { id }, background: true });

/** Reads the task, its story and the lists that contain it again. */
export function useHistoryReload(id: string): () => void {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: keyOf(id) });
    void client.invalidateQueries({ queryKey: ['data', 'default', 'tasks'], refetchType: 'active' });
  };
}
