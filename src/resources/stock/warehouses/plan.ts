import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { CONDITIONS } from '#contract/scanning/commands';
import type { COMPARTMENT_KINDS } from '#contract/stock/compartments';
import { useReloadOnChange } from '../../../providers/reload-on-change.ts';
import { useRead } from '../../../providers/use-call.ts';

export type CompartmentKind = (typeof COMPARTMENT_KINDS)[number];
export type PlanPlace = {
  id: string;
  code: string;
  kind: CompartmentKind;
  zone: string;
  aisle: string;
  rack: string;
  level: string;
  slot: string;
  blocked: boolean;
  pieces: number;
  items: number;
  weight: number;
  maxWeight: number | null;
};
/** The answer of `GET /v0/warehouses/:id/plan`. */
export type Plan = { id: string; code: string; name: string; places: PlanPlace[] };
/** The answer of `GET /v0/compartments/:id/content`. */
export type Content = Omit<PlanPlace, 'blocked' | 'items'> & {
  version: number;
  warehouse: string;
  blockedReason: string;
  counts: { id: string; no: string }[];
  stock: {
    id: string;
    itemId: string;
    sku: string;
    name: string;
    image: string | null;
    merchant: string;
    lot: string;
    expiry: string | null;
    serial: string;
    condition: (typeof CONDITIONS)[number];
    unit: string | null;
    onHand: number;
    reserved: number;
    heldFor: { id: string; no: string; qty: number; picked: boolean }[];
  }[];
  moves: {
    id: string;
    at: string;
    sku: string;
    qty: number;
    other: string;
    outside: boolean;
    into: boolean;
    reason: string;
    by: string | null;
    taskId: string | null;
    taskNo: string | null;
  }[];
};

const SOURCES: readonly string[] = ['stockBalances', 'compartments', 'stockMoves'];
const PLAN = ['data', 'default', 'warehouse-plan'];
const CONTENT = ['data', 'default', 'compartment-content'];
/** Milliseconds before reading again after a change. The plan of a large warehouse is slow to read, the open place is not. */
const PLAN_WAIT = 10_000;
const CONTENT_WAIT = 500;

export function usePlan(id: string) {
  const client = useQueryClient();
  useReloadOnChange(
    ({ area }) => SOURCES.includes(area),
    () => void client.invalidateQueries({ queryKey: PLAN, refetchType: 'active' }),
    PLAN_WAIT,
  );
  return useRead<Plan>(`/v0/warehouses/${encodeURIComponent(id)}/plan`, {
    queryKey: [...PLAN, id],
    keepFormer: true,
    enabled: id !== '',
    background: true,
  });
}

/** Places whose code or contents match the search. Null without a search. */
export function useFound(id: string, q: string): ReadonlySet<string> | null {
  const { data } = useRead<string[]>(`/v0/warehouses/${encodeURIComponent(id)}/plan/find`, {
    queryKey: [...PLAN, id, 'find', q],
    enabled: id !== '' && q !== '',
    q,
    background: true,
  });
  return useMemo(() => (q === '' || !data ? null : new Set(data)), [q, data]);
}

export function useContent(id: string) {
  const client = useQueryClient();
  useReloadOnChange(
    ({ area }) => SOURCES.includes(area),
    () => void client.invalidateQueries({ queryKey: [...CONTENT, id], refetchType: 'active' }),
    CONTENT_WAIT,
  );
  return useRead<Content>(`/v0/compartments/${encodeURIComponent(id)}/content`, {
    queryKey: [...CONTENT, id],
    enabled: id !== '',
    background: true,
  });
}

export function useReadPlaces(): () => void {
  const client = useQueryClient();
  return () => {
    for (const queryKey of [PLAN, CONTENT]) void client.invalidateQueries({ queryKey, refetchType: 'active' });
  };
}
