import type { FieldError } from '#contract/envelope';
import { API } from '#contract/envelope';
import type { Mask, Text } from '#contract/mask';
import { call, newIntent, upload } from '../../providers/http.ts';
import { readJson, writeStored } from '../../providers/storage.ts';
import { isRecord } from '../kinds/kind.ts';

export type ImportState = 'uploaded' | 'checking' | 'checked' | 'running' | 'done' | 'failed' | 'reverted';
export type ImportError = { row: number; column: string; rule: string; params?: FieldError['params']; value: unknown };
export type Preset = { name: Text; preset?: string; columns: Record<string, string> };
export type ImportJob = {
  id: string;
  state: ImportState;
  columns: string[];
  sample: string[][];
  mapping: Record<string, string>;
  presets: Preset[];
  done: number;
  total: number;
  created: number;
  updated: number;
  unchanged: number;
  failed: number;
  errors: ImportError[];
};
export type Mapping = Record<string, string>;
export type ImportSetup = { mapping: Mapping; preset?: string; merchantId?: string | null };

const POLL = 700;
const path = (id: string): string => `${API}/imports/${id}`;
export const isBusy = (state: ImportState): boolean => state === 'checking' || state === 'running';

const memory = (mask: string): string => `kontor.import.${mask}`;

/** The mapping of the last file of this mask, as far as this file has the same columns. */
export function rememberedMapping(mask: Mask, columns: readonly string[]): Mapping {
  const stored = readJson(memory(mask.key), isRecord) ?? {};
  const allowed = new Set(mask.import?.fields);
  return Object.fromEntries(
    columns.flatMap((column): [string, string][] => {
      const field = stored[column];
      return typeof field === 'string' && allowed.has(field) ? [[column, field]] : [];
    }),
  );
}

export function rememberMapping(mask: Mask, mapping: Mapping): void {
  const stored = readJson(memory(mask.key), isRecord) ?? {};
  writeStored(memory(mask.key), JSON.stringify({ ...stored, ...mapping }));
}

/** A file's ready-made mapping that fits best: all its columns are there. */
export const fittingPreset = (presets: readonly Preset[], columns: readonly string[]): Preset | undefined =>
  presets.find((preset) => Object.keys(preset.columns).every((column) => columns.includes(column)));

export async function beginImport(mask: Mask, file: File, onUpload: (part: number) => void): Promise<ImportJob> {
  const { id: fileId } = await upload('intern', file, { onUpload });
  return call<ImportJob>('POST', `${API}/imports`, { body: { mask: mask.key, fileId }, intent: newIntent() });
}

export const setUp = (id: string, setup: ImportSetup): Promise<ImportJob> => call<ImportJob>('PUT', path(id), { body: setup });
export const check = (id: string): Promise<ImportJob> => call<ImportJob>('POST', `${path(id)}/check`);
export const run = (id: string, mode: 'all' | 'good', intent: string): Promise<ImportJob> =>
  call<ImportJob>('POST', `${path(id)}/run`, { body: { mode }, intent });
export const revert = (id: string, intent: string): Promise<ImportJob> => call<ImportJob>('POST', `${path(id)}/revert`, { intent });

/** Follows a job until it waits for somebody again. */
export async function settled(job: ImportJob, onStep: (job: ImportJob) => void): Promise<ImportJob> {
  let latest = job;
  while (isBusy(latest.state)) {
    onStep(latest);
    await new Promise((resolve) => setTimeout(resolve, POLL));
    latest = await call<ImportJob>('GET', path(job.id), { background: true });
  }
  onStep(latest);
  return latest;
}
