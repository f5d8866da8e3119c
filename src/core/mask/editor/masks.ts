import { API } from '#contract/core/envelope';
import type { Mask, Text } from '#contract/core/mask';
import type { PrintMask } from '#contract/printing/mask';
import { isCallError } from '../../../providers/call-error.ts';
import { newIntent } from '../../../providers/new-id.ts';
import { request } from '../../../providers/request.ts';
import { useRead } from '../../../providers/use-call.ts';
import { isRecord } from '../kinds/kind.ts';

const base = `${API}/masken`;
export type Summary = { key: string; kind: 'list' | PrintMask['kind']; title: Text; area: string; edited: boolean };
export type Scope = { role?: string; merchantId?: string };
export type Version = {
  id: string;
  key: string;
  version: number;
  state: 'draft' | 'live' | 'old';
  scope: Scope;
  definition: unknown;
  author: string | null;
  at: string;
  note: string;
};
export type Fault = { path: string; rule: string; value: string };

/** Below the area's own key, so that the live channel updates every open list when a mask is published. */
const key = (...rest: string[]): string[] => ['data', 'default', 'masken', ...rest];

export const useMasks = () => useRead<Summary[]>(`${base}/all`, { queryKey: key('all') });
export const useVersions = (mask: string) =>
  useRead<Version[]>(`${base}/versions`, { queryKey: key('versions', mask), enabled: mask !== '', q: mask });
export const useBuiltIn = (mask: string) =>
  useRead<Mask | PrintMask>(`${base}/builtin`, { queryKey: key('builtin', mask), enabled: mask !== '', q: mask });

export const saveDraft = (body: { key: string; scope: Scope; definition: unknown; note: string }): Promise<{ id: string }> =>
  request('POST', `${base}/draft`, { body, intent: newIntent(), handles: ['MaskBroken'] });
export const publish = (id: string): Promise<unknown> => request('POST', `${base}/publish`, { body: { id }, intent: newIntent() });
export const rollBack = (id: string): Promise<unknown> => request('POST', `${base}/rollback`, { body: { id }, intent: newIntent() });

export const withdraw = (id: string): Promise<unknown> => request('POST', `${base}/withdraw`, { body: { id }, intent: newIntent() });

export function faultsOf(error: unknown): Fault[] {
  if (!isCallError(error, 'MaskBroken') || !Array.isArray(error.data)) return [];
  return error.data
    .filter(isRecord)
    .map(({ path, rule, value }) => ({ path: String(path ?? ''), rule: String(rule ?? 'shape'), value: String(value ?? '') }));
}
