import type { DocumentName } from '#contract/printing/documents';
import type { LayoutInput } from '#contract/printing/layout';
import { openPopup } from '../layout/popup.ts';
import { newIntent } from '../providers/new-id.ts';
import { readJson, writeStored } from '../providers/storage.ts';

/** What a pop-up is to print: rows by `ids`, or `records` as they were typed. */
export type PopupOrder = {
  document: DocumentName;
  ids?: readonly string[];
  /** The area that the ids are of, where it is not the document's own: consignment notes of the orders on a loading list. */
  from?: string;
  records?: readonly unknown[];
  layout?: LayoutInput;
  variant?: string;
  dpi?: number;
  copies?: number;
};

const KEPT = 'kontor-print-order-';
/** What an address may carry; servers and proxies refuse longer ones. */
const IDS_IN_ADDRESS = 60;

const isOrder = (value: unknown): value is PopupOrder => typeof value === 'object' && value !== null && 'document' in value;
/** An order that was too long for the address, from the window's own store: it survives a reload. */
export const keptOrder = (key: string): PopupOrder | null => readJson(KEPT + key, isOrder, 'tab');

function addressFor(order: PopupOrder, key: string | null): string {
  const query = new URLSearchParams({ document: order.document });
  if (key === null) query.set('pk', (order.ids ?? []).join(','));
  else query.set('kept', key);
  if (key === null && order.from) query.set('from', order.from);
  return `/print?${query}`;
}

/** Prints an order on paper at once; false when it cannot, told without asking anybody. */
type Direct = (order: PopupOrder) => boolean;
let direct: Direct = () => false;
/** The print hub's way to paper, once the hub is there; until then, and without it, windows are opened. */
export const offerDirect = (next: Direct | null): void => {
  direct = next ?? (() => false);
};

/**
 * Every print button ends here: straight to the printer chosen for this paper where its agent answers, else into a window with the print
 * dialog. To be called in the click itself, before anything is waited for: else the browser blocks the window. Then the reader is told and
 * given a link.
 */
export function printOrder(order: PopupOrder): void {
  if (!direct(order)) openWindow(order);
}

function openWindow(order: PopupOrder): void {
  const { document: _document, ids, from: _from, ...more } = order;
  const short = ids !== undefined && ids.length <= IDS_IN_ADDRESS && Object.keys(more).length === 0;
  if (short) return void openPopup(addressFor(order, null));
  // A window inherits what its opener's store holds in this moment; afterwards the opener needs it only for the link.
  const key = newIntent();
  writeStored(KEPT + key, JSON.stringify(order), 'tab');
  const opened = openPopup(addressFor(order, key));
  if (opened) writeStored(KEPT + key, null, 'tab');
}
