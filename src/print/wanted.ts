import { type DocumentName, isDocumentName } from '#contract/printing/documents';
import { isRecord } from '../core/mask/kinds/kind.ts';
import { keptOrder, type PopupOrder } from './open.ts';

/** Views that print one document (specification, point 2). */
const OF_PATH: Record<string, DocumentName> = { '/label': 'transportLabel', '/labelBox': 'boxLabel', '/labelPLT': 'palletLabel' };
/** Print events of the live channel include their data. */
const OF_EVENT: Record<string, DocumentName> = { printSN: 'serialLabel', printItemDesc: 'itemLabel' };

function eventData(text: string | null): unknown[] | null {
  try {
    const data: unknown = JSON.parse(text ?? '');
    return Array.isArray(data) ? data : isRecord(data) ? [data] : null;
  } catch {
    return null;
  }
}

/** The order in a URL. Null if it contains none that can be printed. */
export function wantedOf(path: string, params: URLSearchParams): PopupOrder | null {
  const kept = params.get('kept');
  if (kept !== null) {
    const order = keptOrder(kept);
    return order && isDocumentName(order.document) ? order : null;
  }
  const type = OF_EVENT[params.get('type') ?? ''];
  if (type) {
    const records = eventData(params.get('data'));
    return records && { document: type, records };
  }
  const document = OF_PATH[path] ?? params.get('document');
  const ids = (params.get('pk') ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  const from = params.get('from');
  return isDocumentName(document) && ids.length > 0 ? { document, ids, ...(from ? { from } : {}) } : null;
}
