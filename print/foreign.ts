/** A file to be printed as it is. `copies` is how often to print it; files that we drew already contain their copies. */
export type PrintFile = { type: 'pdf' | 'png' | 'zpl'; bytes: Uint8Array; pages: number; copies: number; title: string };

type Foreign = { type: PrintFile['type']; base64: string };

const foreignOf = (record: unknown): Foreign | null => (record as { foreign?: Foreign | null } | null)?.foreign ?? null;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Number of pages of a carrier's file, estimated from its text. Compressed PDFs count as one page. */
function pagesIn(type: PrintFile['type'], text: string): number {
  const marks = { pdf: /\/Type\s*\/Page\b(?!s)/g, zpl: /\^XA/g, png: /$^/g }[type];
  return Math.max(1, text.match(marks)?.length ?? 0);
}

/** Separates records that we draw from labels made by a carrier. Those are sent to the printer unchanged: never redrawn, never merged. */
export function partForeign(records: readonly unknown[], copies: number): { own: unknown[]; foreign: PrintFile[] } {
  const own = records.filter((record) => !foreignOf(record));
  const foreign = records.flatMap((record): PrintFile[] => {
    const label = foreignOf(record);
    if (!label) return [];
    const text = atob(label.base64);
    const bytes = Uint8Array.from(text, (sign) => sign.charCodeAt(0));
    const { trackingNo, parcelNo } = record as { trackingNo?: unknown; parcelNo?: unknown };
    return [{ type: label.type, bytes, pages: pagesIn(label.type, text), copies, title: textOf(trackingNo) || textOf(parcelNo) }];
  });
  return { own, foreign };
}
