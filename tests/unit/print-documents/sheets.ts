import type { Locale } from '#contract/core/limits';
import type { DocumentName } from '#contract/printing/documents';
import type { TextOp } from '#print/display';
import { LAYOUTS } from '#print/layouts/layouts';
import { render } from '#print/render';
import { loadPage } from '../../../server/modules/printing/fonts.ts';

export const SHEETS = [
  'picklist',
  'itemlist',
  'packlist',
  'deliveryNote',
  'loadingList',
  'proofOfDelivery',
  'cmr',
  'receivingSheet',
  'returnSlip',
  'quotation',
  'invoice',
  'creditNote',
] as const satisfies DocumentName[];

/** As the product prints it: its own layout, for a laser printer. */
export const drawn = (document: DocumentName, records: readonly unknown[], locales: readonly Locale[] = ['de']) =>
  render({ document, layout: LAYOUTS[document], records, locales, dpi: 600 }, loadPage);

export const textsOf = ({ ops }: { ops: readonly { op: string }[] }): TextOp[] => ops.filter((op): op is TextOp => op.op === 'text');
