import { PdfFile } from './pdf-file.ts';
import { isDict, type PdfDict, PdfRef, type PdfValue, wordsOf } from './pdf-values.ts';

/** The files inside a PDF: of its tree of names, and those that it names as associated (ISO 32000-1, 7.11.4; PDF/A-3). */

export type Attached = { name: string; bytes: Buffer };

const MAX_DEPTH = 20;
const MAX_FILES = 200;

/** @throws EInvoiceError `pdfBroken`, `pdfEncrypted`, `pdfTooLarge` */
export function attachmentsOf(bytes: Buffer): Attached[] {
  const file = new PdfFile(bytes);
  const root = file.get(file.trailer.get('Root'));
  if (!isDict(root)) return [];
  const specifications: PdfDict[] = [];
  const keep = (value: PdfValue | undefined): void => {
    const found = file.get(value);
    if (isDict(found) && specifications.length < MAX_FILES) specifications.push(found);
  };
  const walk = (node: PdfValue, depth: number): void => {
    if (!isDict(node) || depth > MAX_DEPTH || specifications.length >= MAX_FILES) return;
    const [names, kids] = [file.get(node.get('Names')), file.get(node.get('Kids'))];
    if (Array.isArray(names)) names.slice(0, 2 * MAX_FILES).forEach((one, i) => (i % 2 === 1 ? keep(one) : undefined));
    if (Array.isArray(kids)) for (const kid of kids.slice(0, MAX_FILES)) walk(file.get(kid), depth + 1);
  };
  const names = file.get(root.get('Names'));
  walk(isDict(names) ? file.get(names.get('EmbeddedFiles')) : null, 0);
  const associated = file.get(root.get('AF'));
  if (Array.isArray(associated)) associated.slice(0, MAX_FILES).forEach(keep);

  const found = new Map<number, Attached>();
  for (const one of specifications) {
    const embedded = file.get(one.get('EF'));
    const reference = isDict(embedded) ? (embedded.get('UF') ?? embedded.get('F')) : undefined;
    if (!(reference instanceof PdfRef) || found.has(reference.id)) continue;
    const content = file.stream(reference);
    if (content)
      found.set(reference.id, { name: wordsOf(file.get(one.get('UF'))) || wordsOf(file.get(one.get('F'))), bytes: content.bytes });
  }
  return [...found.values()];
}
