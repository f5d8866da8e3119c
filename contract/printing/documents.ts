import type { z } from 'zod';
import * as label from './label-data.ts';
import * as paper from './paper-data.ts';

/**
 * Every document of the house. `of` is the area whose rows it prints: `POST /v0/print/data` takes row ids and returns the data. Documents
 * without an area print values that were typed or scanned. `mask` is the key of the layout in `/maske/edit`.
 */
type DocumentSpec = { kind: 'label' | 'document'; of: string | null; schema: z.ZodType; mask: string };

export const DOCUMENTS = {
  transportLabel: { kind: 'label', of: 'parcels', schema: label.TransportLabel, mask: 'print.transportLabel' },
  returnLabel: { kind: 'label', of: 'parcels', schema: label.ReturnLabel, mask: 'print.returnLabel' },
  boxLabel: { kind: 'label', of: 'mergedUnits', schema: label.BoxLabel, mask: 'print.boxLabel' },
  palletLabel: { kind: 'label', of: 'mergedUnits', schema: label.PalletLabel, mask: 'print.palletLabel' },
  itemLabel: { kind: 'label', of: 'items', schema: label.ItemLabel, mask: 'print.itemLabel' },
  serialLabel: { kind: 'label', of: 'serials', schema: label.SerialLabel, mask: 'print.serialLabel' },
  compartmentLabel: { kind: 'label', of: 'compartments', schema: label.CompartmentLabel, mask: 'print.compartmentLabel' },
  commandLabel: { kind: 'label', of: null, schema: label.CommandLabel, mask: 'print.commandLabel' },
  calibrationLabel: { kind: 'label', of: null, schema: label.CommandLabel, mask: 'print.calibrationLabel' },
  codeLabel: { kind: 'label', of: null, schema: label.CodeLabel, mask: 'print.codeLabel' },
  logisticsLabel: { kind: 'label', of: null, schema: label.LogisticsLabel, mask: 'print.logisticsLabel' },
  picklist: { kind: 'document', of: 'picklists', schema: paper.Picklist, mask: 'print.picklist' },
  itemlist: { kind: 'document', of: null, schema: paper.Itemlist, mask: 'print.itemlist' },
  packlist: { kind: 'document', of: 'tasks', schema: paper.Packlist, mask: 'print.packlist' },
  deliveryNote: { kind: 'document', of: 'tasks', schema: paper.DeliveryNote, mask: 'print.deliveryNote' },
  loadingList: { kind: 'document', of: 'loadingLists', schema: paper.LoadingList, mask: 'print.loadingList' },
  proofOfDelivery: { kind: 'document', of: 'tasks', schema: paper.ProofOfDelivery, mask: 'print.proofOfDelivery' },
  cmr: { kind: 'document', of: 'tasks', schema: paper.Cmr, mask: 'print.cmr' },
  receivingSheet: { kind: 'document', of: 'tasks', schema: paper.ReceivingSheet, mask: 'print.receivingSheet' },
  returnSlip: { kind: 'document', of: 'tasks', schema: paper.ReturnSlip, mask: 'print.returnSlip' },
  merchantStatement: { kind: 'document', of: 'merchants', schema: paper.Statement, mask: 'print.merchantStatement' },
  customerStatement: { kind: 'document', of: 'customers', schema: paper.Statement, mask: 'print.customerStatement' },
  dunningLetter: { kind: 'document', of: 'dunningLetters', schema: paper.DunningLetter, mask: 'print.dunningLetter' },
  quotation: { kind: 'document', of: 'quotations', schema: paper.Quotation, mask: 'print.quotation' },
  invoice: { kind: 'document', of: 'invoices', schema: paper.Invoice, mask: 'print.invoice' },
  creditNote: { kind: 'document', of: 'invoices', schema: paper.Invoice, mask: 'print.creditNote' },
} as const satisfies Record<string, DocumentSpec>;

export type DocumentName = keyof typeof DOCUMENTS;
export const DOCUMENT_NAMES = Object.keys(DOCUMENTS) as DocumentName[];
/** Whether a text, for example from a URL or an event, is the name of a document. */
export const isDocumentName = (name: string | null): name is DocumentName => (DOCUMENT_NAMES as readonly (string | null)[]).includes(name);
/** The data available to the layout of a document. */
export type DataOf<N extends DocumentName> = z.output<(typeof DOCUMENTS)[N]['schema']>;
