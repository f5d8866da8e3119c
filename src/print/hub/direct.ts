import { DOCUMENTS } from '#contract/printing/documents';
import { MAX_JOB_ROWS, paperOf } from '#contract/printing/jobs';
import { noteOpened } from '../after.ts';
import type { PopupOrder } from '../open.ts';
import { idsBehind } from '../read.ts';
import { useAgent } from './agent.ts';
import { chosenPrinter } from './choices.ts';
import { printNow } from './hub.ts';
import type { PrintWish } from './types.ts';

/** Uses the last known state, because a click that waits for an answer can no longer open a window. */
function printerStands({ document }: PopupOrder): boolean {
  const name = chosenPrinter(paperOf(document));
  const { state, printers } = useAgent.getState();
  return state === 'connected' && name !== null && printers.includes(name);
}

/** False for orders that only the print view supports: a custom layout or size, or more rows than one job may have. */
function isPlain({ document, ids, records, layout, variant, dpi }: PopupOrder): boolean {
  const rows = ids ?? records ?? [];
  const own = ids === undefined || DOCUMENTS[document].of !== null;
  return own && layout === undefined && variant === undefined && dpi === undefined && rows.length > 0 && rows.length <= MAX_JOB_ROWS;
}

async function wishOf({ document, ids, from, records, copies = 1 }: PopupOrder): Promise<PrintWish> {
  if (ids === undefined) return { document, records: [...(records ?? [])] as Record<string, unknown>[], copies };
  return { document, ids: [...(await idsBehind(from, document, ids))], copies };
}

async function bring(order: PopupOrder): Promise<void> {
  const outcome = await printNow(await wishOf(order));
  if (outcome?.kind === 'printed' || outcome?.kind === 'opened') noteOpened(order);
}

/** Prints without a dialog on the printer chosen for this paper. False if that is not possible; then nothing was done. */
export function printDirect(order: PopupOrder): boolean {
  if (!isPlain(order) || !printerStands(order)) return false;
  // The call already showed the server's refusal.
  bring(order).catch(() => undefined);
  return true;
}
