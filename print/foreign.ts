/** A file to be printed as it is. `copies` is how often it is to be printed; in what we drew ourselves they are part of it. */
export type PrintFile = { type: 'pdf' | 'png' | 'zpl'; bytes: Uint8Array; pages: number; copies: number; title: string };

type Foreign = { type: PrintFile['type']; base64: string };

const foreignOf = (record: unknown): Foreign | null => (record as { foreign?: Foreign | null } | null)?.foreign ?? null;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Pages of a carrier's file, as far as its text tells: packed PDFs do not, and count as one. */
function pagesIn(type: PrintFile['type'], text: string): number {
  const marks = { pdf: /\/Type\s*\/Page\b(?!s)/g, zpl: /\^XA/g, png: /$^/g }[type];
  return Math.max(1, text.match(marks)?.length ?? 0);
}

/** Parts what we draw from labels that a carrier made: these go to the printer as they came, never drawn again and never merged. */
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
