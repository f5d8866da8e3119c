import { useMemo } from 'react';
import type { Mask } from '#contract/core/mask';
import type { DocumentName } from '#contract/printing/documents';
import { fitsCode128 } from '#print/codes/code128';
import type { PopupOrder } from '../../../print/open.ts';
import { PrintView } from '../../../print/PrintPage.tsx';
import { titleOf } from '../data.ts';
import { type MakeField, useFields } from '../field-context.ts';
import { asText, isNothing, type Row } from '../kinds/kind.ts';
import { kindOf } from '../kinds/registry.tsx';
import { rowId } from '../list/selection.ts';

/** Areas whose rows have their own label document. */
const OWN: Record<string, DocumentName> = { items: 'itemLabel', serials: 'serialLabel', compartments: 'compartmentLabel' };

/** A label for any row: its name, its code, and the requested fields in one line. */
function codeLabelOf(mask: Mask, fields: readonly string[], row: Row, field: MakeField) {
  const codeField = Object.keys(mask.fields).find((name) => mask.fields[name]?.kind === 'barcode');
  const title = titleOf(row);
  const code = codeField && !isNothing(row[codeField]) ? asText(row[codeField]) : title;
  const below = fields.flatMap((name) => {
    const spec = mask.fields[name];
    return spec && name !== codeField && !isNothing(row[name]) ? [kindOf(spec).format(row[name], field(name, spec, row))] : [];
  });
  return {
    type: fitsCode128(code) ? 'code128' : 'qr',
    code,
    title,
    below: below
      .filter((text) => text !== title)
      .join(' · ')
      .slice(0, 300),
  };
}

/** One label per row, rendered by the print engine. */
export function SheetLabels({ mask, fields, rows }: { mask: Mask; fields: readonly string[]; rows: readonly Row[] }) {
  const field = useFields();
  const order = useMemo((): PopupOrder => {
    const own = OWN[mask.area];
    if (own) return { document: own, ids: rows.map(rowId) };
    return { document: 'codeLabel', records: rows.map((row) => codeLabelOf(mask, fields, row, field)) };
  }, [mask, fields, rows, field]);
  return <PrintView order={order} />;
}
