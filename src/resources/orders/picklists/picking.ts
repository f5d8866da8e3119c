import { useQueryClient } from '@tanstack/react-query';
import { useReloadOnChange } from '../../../providers/reload-on-change.ts';
import { useRead } from '../../../providers/use-call.ts';

/** The answer of `GET /v0/picklists/:id/lines`, in pick sequence. */
export type PickLine = {
  id: string;
  seq: number;
  place: string;
  zone: string;
  sku: string;
  name: string;
  image: string | null;
  lot: string;
  taskId: string;
  taskNo: string;
  qty: number;
  picked: number;
  short: number;
  shortReason: string;
  blocked: boolean;
};
/** The answer of `GET /v0/picklists/waves`: orders ready to pick, by carrier. */
export type Wave = {
  carrierId: string | null;
  carrier: string;
  cutOffAt: string | null;
  orders: number;
  single: number;
  pieces: number;
  urgent: number;
};

const WAIT = 500;

export function usePickLines(id: string) {
  const client = useQueryClient();
  const queryKey = ['data', 'default', 'picklist-lines', id];
  // Picking changes the list's own counters, so the list's events are sufficient.
  useReloadOnChange(
    ({ area, id: changed }) => area === 'picklists' && changed === id,
    () => void client.invalidateQueries({ queryKey, refetchType: 'active' }),
    WAIT,
  );
  return useRead<PickLine[]>(`/v0/picklists/${encodeURIComponent(id)}/lines`, { queryKey, enabled: id !== '', background: true });
}

export const useWaves = () => useRead<Wave[]>('/v0/picklists/waves', { queryKey: ['data', 'default', 'picklists', 'waves'] });

/** Suggests `single` if most orders have one piece, because these are packed as they are scanned. Otherwise one batch. */
export function suggest({ orders, single }: Pick<Wave, 'orders' | 'single'>): 'single' | 'batch' {
  return orders > 0 && single / orders >= 0.6 ? 'single' : 'batch';
}
