import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { API } from '#contract/core/envelope';
import type { Setup, SetupStep } from '#contract/settings/setup';
import { useReloadOnChange } from '../../providers/reload-on-change.ts';
import { useAllowed } from '../../providers/use-allowed.ts';
import { useRead } from '../../providers/use-call.ts';

export const SETUP_KEY = ['data', 'default', 'setup'];
export const SETUP_PATH = '/setup';
export const stepPath = (step: SetupStep): string => `${SETUP_PATH}?step=${step}`;
/** Areas whose changes can complete a step. */
const AREAS = ['settings', 'compartments', 'carriers', 'printers', 'merchants', 'items', 'users'];

/** The guided set-up. `setup` is null if the house has none or the user may not do it, and undefined while it is loading. */
export function useSetup() {
  const client = useQueryClient();
  const may = useAllowed('settings.update');
  const { data, error, refetch } = useRead<Setup>(`${API}/setup`, {
    queryKey: SETUP_KEY,
    enabled: may,
    staleTime: 60_000,
    background: true,
  });
  const reload = useCallback(() => client.invalidateQueries({ queryKey: SETUP_KEY }), [client]);
  useReloadOnChange(
    ({ area }) => data?.steps !== null && AREAS.includes(area),
    () => void reload(),
    1000,
  );
  return { setup: !may || data?.steps === null ? null : data, error, retry: refetch, reload };
}

export type StepState = 'done' | 'skipped' | 'open';
export const stateOf = (setup: Setup, step: SetupStep): StepState => setup.steps?.find(({ key }) => key === step)?.state ?? 'open';
export const doneCount = ({ steps }: Setup): number => (steps ?? []).filter(({ state }) => state === 'done').length;

/** The next open step after this one, then from the start. Null if every step is done or skipped. */
export function nextOpen({ steps }: Setup, after: SetupStep | null): SetupStep | null {
  const all = steps ?? [];
  const at = all.findIndex(({ key }) => key === after);
  return [...all.slice(at + 1), ...all.slice(0, Math.max(at, 0))].find(({ state }) => state === 'open')?.key ?? null;
}
