import type { DocumentName } from '#contract/printing/documents';
import type { LayoutInput } from '#contract/printing/layout';
import { CMR } from './cmr.ts';
import { DELIVERY_NOTE, PACKLIST, RETURN_SLIP } from './delivery.ts';
import { DUNNING_LETTER } from './dunning.ts';
import { CREDIT_NOTE, INVOICE } from './invoice.ts';
import { LOADING_LIST, PROOF_OF_DELIVERY } from './loading.ts';
import { ITEMLIST, PICKLIST } from './picking.ts';
import { QUOTATION } from './quotation.ts';
import { RECEIVING_SHEET } from './receiving.ts';
import { STATEMENT } from './statement.ts';

/** Built-in layouts of A4 documents. */
export const DOCUMENT_LAYOUTS = {
  picklist: PICKLIST,
  itemlist: ITEMLIST,
  packlist: PACKLIST,
  deliveryNote: DELIVERY_NOTE,
  loadingList: LOADING_LIST,
  proofOfDelivery: PROOF_OF_DELIVERY,
  cmr: CMR,
  receivingSheet: RECEIVING_SHEET,
  returnSlip: RETURN_SLIP,
  merchantStatement: STATEMENT,
  customerStatement: STATEMENT,
  dunningLetter: DUNNING_LETTER,
  quotation: QUOTATION,
  invoice: INVOICE,
  creditNote: CREDIT_NOTE,
} satisfies Partial<Record<DocumentName, LayoutInput>>;
