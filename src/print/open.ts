import type { DocumentName } from '#contract/printing/documents';
import type { LayoutInput } from '#contract/printing/layout';
import { openPopup } from '../layout/popup.ts';
import { newIntent } from '../providers/new-id.ts';
import { readJson, writeStored } from '../providers/storage.ts';

/** What a pop-up prints: rows by `ids`, or `records` as typed. */
export type PopupOrder = {
  document: DocumentName;
  ids?: readonly string[];
  /** The area of the ids if it is not the document's own: consignment notes for the orders on a loading list. */
  from?: string;
  records?: readonly unknown[];
  layout?: LayoutInput;
  variant?: string;
  dpi?: number;
  copies?: number;
};

const KEPT = 'kontor-print-order-';
/** Most ids in a URL. Servers and proxies refuse longer URLs. */
const IDS_IN_ADDRESS = 60;

const isOrder = (value: unknown): value is PopupOrder => typeof value === 'object' && value !== null && 'document' in value;
/** An order that was too long for the URL, from the window's session storage. It survives a reload. */
export const keptOrder = (key: string): PopupOrder | null => readJson(KEPT + key, isOrder, 'tab');

function addressFor(order: PopupOrder, key: string | null): string {
  const query = new URLSearchParams({ document: order.document });
  if (key === null) query.set('pk', (order.ids ?? []).join(','));
  else query.set('kept', key);
  if (key === null && order.from) query.set('from', order.from);
  return `/print?${query}`;
}

/** Prints an order directly. Returns false at once if that is not possible. */
type Direct = (order: PopupOrder) => boolean;
let direct: Direct = () => false;
/** Registers the print hub's direct printing. Until then, windows are opened. */
export const offerDirect = (next: Direct | null): void => {
  direct = next ?? (() => false);
};

/**
 * The function behind every print button. Prints directly if an agent has the printer chosen for this paper, else opens a window with the
 * print dialog. Call it in the click itself before anything asynchronous, because the browser blocks the window otherwise. Then the user
 * gets a notice with a link.
 */
export function printOrder(order: PopupOrder): void {
  if (!direct(order)) openWindow(order);
}

function openWindow(order: PopupOrder): void {
  const { document: _document, ids, from: _from, ...more } = order;
  const short = ids !== undefined && ids.length <= IDS_IN_ADDRESS && Object.keys(more).length === 0;
  if (short) return void openPopup(addressFor(order, null));
  // A window copies its opener's session storage when it is opened. After that the opener needs the order only for the link.
  const key = newIntent();
  writeStored(KEPT + key, JSON.stringify(order), 'tab');
  const opened = openPopup(addressFor(order, key));
  if (opened) writeStored(KEPT + key, null, 'tab');
}
