import type { DocumentName } from '#contract/print/documents';
import type { LayoutInput } from '#contract/print/layout';
import { isCallError } from '../providers/call-error.ts';
import { call } from '../providers/http.ts';

/** Rows that one call reads; the server takes as many. */
const MOST = 2000;

/** What a document prints of these rows, in the order of ids. @throws CallError */
export async function recordsOf(document: DocumentName, ids: readonly string[], signal?: AbortSignal): Promise<unknown[]> {
  const records: unknown[] = [];
  for (let at = 0; at < ids.length; at += MOST) {
    const body = { document, ids: ids.slice(at, at + MOST) };
    const part = await call<{ records: unknown[] }>('POST', '/v0/print/data', { body, signal });
    records.push(...part.records);
  }
  return records;
}

/** The layout as published for this reader; undefined where there is none, and the product's own is printed. @throws CallError */
export async function layoutOf(document: DocumentName, signal?: AbortSignal): Promise<LayoutInput | undefined> {
  try {
    const mask = await call<{ layout: LayoutInput }>('GET', '/v0/masken/', { q: `print.${document}`, signal, handles: ['NotFound'] });
    return mask.layout;
  } catch (error) {
    if (isCallError(error, 'NotFound')) return undefined;
    throw error;
  }
}

/** `/printItemlist/{reckonData}`: what is to be got, summed over orders. @throws CallError */
export const itemlistOf = (reckonData: unknown, signal?: AbortSignal): Promise<unknown> =>
  call('POST', '/v0/print/itemlist', { body: { reckonData }, signal });
