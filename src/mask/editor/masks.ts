import { useQuery } from '@tanstack/react-query';
import { API } from '#contract/envelope';
import type { Mask, Text } from '#contract/mask';
import type { PrintMask } from '#contract/print/mask';
import { isCallError } from '../../providers/call-error.ts';
import { call, newIntent } from '../../providers/http.ts';
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

/** Under the area's own key, so that a published mask reaches every open list by the live channel. */
const key = (...rest: string[]): string[] => ['data', 'default', 'masken', ...rest];

export const useMasks = () =>
  useQuery({ queryKey: key('all'), queryFn: ({ signal }) => call<Summary[]>('GET', `${base}/all`, { signal }) });
export const useVersions = (mask: string) =>
  useQuery({
    queryKey: key('versions', mask),
    queryFn: ({ signal }) => call<Version[]>('GET', `${base}/versions`, { q: mask, signal }),
    enabled: mask !== '',
  });
export const useBuiltIn = (mask: string) =>
  useQuery({
    queryKey: key('builtin', mask),
    queryFn: ({ signal }) => call<Mask | PrintMask>('GET', `${base}/builtin`, { q: mask, signal }),
    enabled: mask !== '',
  });

export const saveDraft = (body: { key: string; scope: Scope; definition: unknown; note: string }): Promise<{ id: string }> =>
  call('POST', `${base}/draft`, { body, intent: newIntent(), handles: ['MaskBroken'] });
export const publish = (id: string): Promise<unknown> => call('POST', `${base}/publish`, { body: { id }, intent: newIntent() });
export const rollBack = (id: string): Promise<unknown> => call('POST', `${base}/rollback`, { body: { id }, intent: newIntent() });

export function faultsOf(error: unknown): Fault[] {
  if (!isCallError(error, 'MaskBroken') || !Array.isArray(error.data)) return [];
  return error.data
    .filter(isRecord)
    .map(({ path, rule, value }) => ({ path: String(path ?? ''), rule: String(rule ?? 'shape'), value: String(value ?? '') }));
}
