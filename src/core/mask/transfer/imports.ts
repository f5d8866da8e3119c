import type { FieldError } from '#contract/core/envelope';
import { API } from '#contract/core/envelope';
import type { Mask, Text } from '#contract/core/mask';
import { newIntent } from '../../../providers/new-id.ts';
import { request, upload } from '../../../providers/request.ts';
import { ADDRESS_PARTS } from '../kinds/structured.tsx';

export type ImportState = 'uploaded' | 'checking' | 'checked' | 'running' | 'done' | 'failed' | 'reverted';
export type ImportError = { row: number; column: string; rule: string; params?: FieldError['params']; value: unknown };
export type ImportJob = {
  id: string;
  state: ImportState;
  columns: string[];
  sample: string[][];
  mapping: Record<string, string>;
  /** Presets that recognise this file's columns. `preset` is the one in use. */
  presets: string[];
  preset: string | null;
  merchantId: string | null;
  done: number;
  total: number;
  created: number;
  updated: number;
  unchanged: number;
  failed: number;
  errors: ImportError[];
};
export type Mapping = Record<string, string>;
export type ImportSetup = { mapping?: Mapping; preset?: string | null; merchantId?: string | null };

const POLL = 700;
const path = (id: string): string => `${API}/imports/${id}`;
export const isBusy = (state: ImportState): boolean => state === 'checking' || state === 'running';

/** Possible targets of a column: the mask's fields, each part of an address, and fields of a record's lines. */
export const targets = (mask: Mask): string[] => [
  ...(mask.import?.fields ?? []).flatMap((name) =>
    mask.fields[name]?.kind === 'address' ? ADDRESS_PARTS.map((part) => `${name}.${part}`) : [name],
  ),
  ...Object.keys(mask.import?.lines ?? {}).map((name) => `lines.${name}`),
];

export function targetLabel(mask: Mask, target: string, text: (text: Text) => string, t: (key: string) => string): string {
  const [name = '', part] = target.split('.');
  const line = name === 'lines' && part ? mask.import?.lines?.[part] : undefined;
  if (line) return text(line.label);
  const label = text(mask.fields[name]?.label ?? name);
  return part ? `${label}: ${t(`address.${part}`)}` : label;
}

export async function beginImport(mask: Mask, file: File, onUpload: (part: number) => void): Promise<ImportJob> {
  const { id: fileId } = await upload('intern', file, { onUpload });
  return request<ImportJob>('POST', `${API}/imports`, { body: { mask: mask.key, fileId }, intent: newIntent() });
}

export const setUp = (id: string, setup: ImportSetup): Promise<ImportJob> => request<ImportJob>('PUT', path(id), { body: setup });
/** `createMissing`: references that the file names and that do not exist are created with the rows. */
export const check = (id: string, createMissing: boolean): Promise<ImportJob> =>
  request<ImportJob>('POST', `${path(id)}/check`, { body: { createMissing } });
export const run = (id: string, mode: 'all' | 'good', createMissing: boolean, intent: string): Promise<ImportJob> =>
  request<ImportJob>('POST', `${path(id)}/run`, { body: { mode, createMissing }, intent });
export const revert = (id: string, intent: string): Promise<ImportJob> => request<ImportJob>('POST', `${path(id)}/revert`, { intent });

/** Polls a job until it needs the user again. */
export async function settled(job: ImportJob, onStep: (job: ImportJob) => void): Promise<ImportJob> {
  let latest = job;
  while (isBusy(latest.state)) {
    onStep(latest);
    await new Promise((resolve) => setTimeout(resolve, POLL));
    latest = await request<ImportJob>('GET', path(job.id), { background: true });
  }
  onStep(latest);
  return latest;
}
