import { useQueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import { API } from '#contract/core/envelope';
import type { SetupStep } from '#contract/settings/setup';
import { useReloadOnChange } from '../providers/reload-on-change.ts';
import { request } from '../providers/request.ts';
import { readStored, writeStored } from '../providers/storage.ts';
import { useAllowed } from '../providers/use-allowed.ts';
import { useRead } from '../providers/use-call.ts';

type Step = { key: SetupStep; done: boolean; path: string | null };
type Setup = { steps: Step[] | null };

const KEY = ['data', 'default', 'setup'];
const HIDDEN = 'kontor-setup-hidden';
/** Areas whose changes can complete a step. */
const AREAS = ['settings', 'storehouses', 'compartments', 'tax', 'carriers', 'merchants', 'users', 'printers'];

/** Whether the user hid the list of first steps on this device. */
export const useSetupHidden = create<{ hidden: boolean }>(() => ({ hidden: readStored(HIDDEN) === '1' }));

export function setSetupHidden(hidden: boolean): void {
  writeStored(HIDDEN, hidden ? '1' : '0');
  useSetupHidden.setState({ hidden });
}

/** The first steps. Null if there are none or the user may not take them. */
export function useSetup(): Step[] | null {
  const client = useQueryClient();
  const may = useAllowed('settings.update');
  const { data } = useRead<Setup>(`${API}/setup`, { queryKey: KEY, enabled: may, staleTime: 60_000, background: true });
  useReloadOnChange(
    ({ area }) => data?.steps !== null && AREAS.includes(area),
    () => void client.invalidateQueries({ queryKey: KEY }),
    1000,
  );
  return data?.steps ?? null;
}

/** Marks the step of the tax rates as done when they are opened from the list. */
export const noteTaxRates = (): void =>
  void request<Setup>('POST', `${API}/setup/taxRates`, { body: {}, background: true }).catch(() => undefined);
