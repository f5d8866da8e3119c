import type { ListEnvelope } from '#contract/core/envelope';
import type { Locale } from '#contract/core/limits';
import { DOCUMENTS, type DocumentName } from '#contract/printing/documents';
import type { LayoutInput } from '#contract/printing/layout';
import { isCallError } from '../providers/call-error.ts';
import { request, requestList } from '../providers/request.ts';

/** Most rows per call, as on the server. */
const MOST = 2000;

/** Orders with a parcel on these loading lists, without duplicates, in the order of their parcels. @throws CallError */
async function ordersOnLists(ids: readonly string[], signal?: AbortSignal): Promise<string[]> {
  const found = new Set<string>();
  let cursor: string | null = null;
  do {
    const page: ListEnvelope<{ taskId: string }> = await requestList(
      'parcels',
      { limit: 1000, cursor, search: '', sort: null, back: false, filters: [{ field: 'loadingListId', op: 'in', value: [...ids] }] },
      { signal },
    );
    for (const { taskId } of page.data) found.add(taskId);
    cursor = page.next;
  } while (cursor !== null);
  return [...found];
}

/** Converts ids of another area to ids of the document's area. Without a conversion, the ids are returned. @throws CallError */
export async function idsBehind(
  from: string | undefined,
  document: DocumentName,
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const reached = from === 'loadingLists' && DOCUMENTS[document].of === 'tasks';
  return reached ? ordersOnLists(ids, signal) : ids;
}

/** The print records of these rows, in the order of ids. @throws CallError */
export async function recordsOf(
  document: DocumentName,
  ids: readonly string[],
  locales: readonly Locale[],
  signal?: AbortSignal,
): Promise<unknown[]> {
  const records: unknown[] = [];
  for (let at = 0; at < ids.length; at += MOST) {
    const body = { document, ids: ids.slice(at, at + MOST), options: { locales } };
    const part = await request<{ records: unknown[] }>('POST', '/v0/print/data', { body, signal });
    records.push(...part.records);
  }
  return records;
}

/** The published layout for this user. Undefined if there is none; then the product's layout is used. @throws CallError */
export async function layoutOf(document: DocumentName, signal?: AbortSignal): Promise<LayoutInput | undefined> {
  try {
    const mask = await request<{ layout: LayoutInput }>('GET', '/v0/masken/', { q: `print.${document}`, signal, handles: ['NotFound'] });
    return mask.layout;
  } catch (error) {
    if (isCallError(error, 'NotFound')) return undefined;
    throw error;
  }
}

/** `/printItemlist/{reckonData}`: the goods to get, summed over orders. @throws CallError */
export const itemlistOf = (reckonData: unknown, signal?: AbortSignal): Promise<unknown> =>
  request('POST', '/v0/print/itemlist', { body: { reckonData }, signal });
