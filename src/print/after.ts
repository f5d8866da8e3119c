import type { DocumentName } from '#contract/printing/documents';
import { request } from '../providers/request.ts';
import { allowed } from '../providers/user.ts';
import type { PopupOrder } from './open.ts';

/** What the house is told when a document of a row goes to the printer. */
const TOLD: Partial<Record<DocumentName, { privilege: string; path: (id: string) => string }>> = {
  picklist: { privilege: 'picklists.update', path: (id) => `/v0/picklists/${encodeURIComponent(id)}/print` },
};

/** Tells that the rows of an order go to the printer; one that is beyond that already says so, which is no fault. */
export function noteOpened({ document, ids = [] }: PopupOrder): void {
  const told = TOLD[document];
  if (!told || !allowed(told.privilege)) return;
  for (const id of ids) request('POST', told.path(id), { handles: 'all' }).catch(() => undefined);
}
