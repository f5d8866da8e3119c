import type { DocumentName } from '#contract/printing/documents';
import { request } from '../providers/request.ts';
import { allowed } from '../providers/user.ts';
import type { PopupOrder } from './open.ts';

/** Calls that report a printed document to the server. */
const REPORT_CALLS: Partial<Record<DocumentName, { privilege: string; path: (id: string) => string }>> = {
  picklist: { privilege: 'picklists.update', path: (id) => `/v0/picklists/${encodeURIComponent(id)}/print` },
};

/** Reports that the rows of an order were printed. A row that is already further refuses, which is ignored. */
export function noteOpened({ document, ids = [] }: PopupOrder): void {
  const call = REPORT_CALLS[document];
  if (!call || !allowed(call.privilege)) return;
  for (const id of ids) request('POST', call.path(id), { handles: 'all' }).catch(() => undefined);
}
