import type { DocumentName } from '#contract/print/documents';
import type { LayoutInput } from '#contract/print/layout';

/** Documents on sheets of A4. */
const sheet: LayoutInput = { size: { width: 210, height: 297 } };

export const DOCUMENT_LAYOUTS = {
  picklist: sheet,
  itemlist: sheet,
  packlist: sheet,
  deliveryNote: sheet,
  loadingList: sheet,
  proofOfDelivery: sheet,
  cmr: sheet,
  receivingSheet: sheet,
  returnSlip: sheet,
  invoice: sheet,
  creditNote: sheet,
} satisfies Partial<Record<DocumentName, LayoutInput>>;
