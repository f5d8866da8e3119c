import type { z } from 'zod';
import * as data from './data.ts';

/**
 * Every document the house prints. `of` is the area whose rows it is made of: `POST /v0/print/data` takes their ids and gives back the data.
 * Documents without an area are made of what somebody typed or scanned. `mask` is the key of its layout in `/maske/edit`.
 */
type DocumentSpec = { kind: 'label' | 'document'; of: string | null; schema: z.ZodType; mask: string };

export const DOCUMENTS = {
  transportLabel: { kind: 'label', of: 'parcels', schema: data.TransportLabel, mask: 'print.transportLabel' },
  returnLabel: { kind: 'label', of: 'parcels', schema: data.ReturnLabel, mask: 'print.returnLabel' },
  boxLabel: { kind: 'label', of: 'mergedUnits', schema: data.BoxLabel, mask: 'print.boxLabel' },
  palletLabel: { kind: 'label', of: 'mergedUnits', schema: data.PalletLabel, mask: 'print.palletLabel' },
  itemLabel: { kind: 'label', of: 'items', schema: data.ItemLabel, mask: 'print.itemLabel' },
  serialLabel: { kind: 'label', of: 'serials', schema: data.SerialLabel, mask: 'print.serialLabel' },
  compartmentLabel: { kind: 'label', of: 'compartments', schema: data.CompartmentLabel, mask: 'print.compartmentLabel' },
  commandLabel: { kind: 'label', of: null, schema: data.CommandLabel, mask: 'print.commandLabel' },
  calibrationLabel: { kind: 'label', of: null, schema: data.CommandLabel, mask: 'print.calibrationLabel' },
  codeLabel: { kind: 'label', of: null, schema: data.CodeLabel, mask: 'print.codeLabel' },
  logisticsLabel: { kind: 'label', of: null, schema: data.LogisticsLabel, mask: 'print.logisticsLabel' },
  picklist: { kind: 'document', of: 'picklists', schema: data.Picklist, mask: 'print.picklist' },
  itemlist: { kind: 'document', of: null, schema: data.Itemlist, mask: 'print.itemlist' },
  packlist: { kind: 'document', of: 'tasks', schema: data.Packlist, mask: 'print.packlist' },
  deliveryNote: { kind: 'document', of: 'tasks', schema: data.DeliveryNote, mask: 'print.deliveryNote' },
  loadingList: { kind: 'document', of: 'loadingLists', schema: data.LoadingList, mask: 'print.loadingList' },
  proofOfDelivery: { kind: 'document', of: 'tasks', schema: data.ProofOfDelivery, mask: 'print.proofOfDelivery' },
  cmr: { kind: 'document', of: 'tasks', schema: data.Cmr, mask: 'print.cmr' },
  receivingSheet: { kind: 'document', of: 'tasks', schema: data.ReceivingSheet, mask: 'print.receivingSheet' },
  returnSlip: { kind: 'document', of: 'tasks', schema: data.ReturnSlip, mask: 'print.returnSlip' },
  invoice: { kind: 'document', of: null, schema: data.Invoice, mask: 'print.invoice' },
  creditNote: { kind: 'document', of: null, schema: data.Invoice, mask: 'print.creditNote' },
} as const satisfies Record<string, DocumentSpec>;

export type DocumentName = keyof typeof DOCUMENTS;
export const DOCUMENT_NAMES = Object.keys(DOCUMENTS) as DocumentName[];
/** What a document's layout can name. */
export type DataOf<N extends DocumentName> = z.output<(typeof DOCUMENTS)[N]['schema']>;
