import { readFile } from 'node:fs/promises';
import { type Zippable, zipSync } from 'fflate';
import type { Config } from '../../../core/config.ts';
import { escapeXml } from '../../../core/escape-xml.ts';
import { filePath } from '../../settings/index.ts';
import { drawReceived } from '../e-invoice-in/rendering.ts';
import { guidOf } from './batch-files.ts';
import type { BatchEntry } from './read-batch.ts';

/**
 * The documents of a batch: document.xml (DATEV XML interface online, version 6.0) with the PDFs beside it, without folders. An invoice that
 * came as XML is drawn, and its PDF holds the XML.
 */

const NAMESPACE = 'http://xml.datev.de/bedi/tps/document/v06.0';
/** Documents that one package may have. */
const MOST = 4999;

/** `incoming`: a bill (type 1); else an invoice of the house (type 2). */
type Document = { file: string; no: string; incoming: boolean; isDrawn?: boolean };

export function documentsOf(entries: readonly BatchEntry[]): Document[] {
  const found = new Map<string, Document>();
  for (const { head } of entries)
    if (head.file !== null && !found.has(head.file))
      found.set(head.file, { file: head.file, no: head.documentNo, incoming: head.billId !== null });
  return [...found.values()].slice(0, MOST);
}

export function documentXml(documents: readonly Document[], madeAt: Date): string {
  const each = documents.map(
    ({ file, no, incoming, isDrawn }) =>
      `    <document guid="${guidOf(file)}" type="${incoming ? 1 : 2}" processID="1">
      <description>${escapeXml(isDrawn ? `${no}, lesbare Fassung, XML im PDF` : no)}</description>
      <extension xsi:type="File" name="${guidOf(file)}.pdf"/>
    </document>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<archive xmlns="${NAMESPACE}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="${NAMESPACE} Document_v060.xsd" version="6.0" generatingSystem="Kontor">
  <header>
    <date>${madeAt.toISOString().slice(0, 19)}</date>
  </header>
  <content>
${each.join('\n')}
  </content>
</archive>
`;
}

const isPdf = (bytes: Buffer): boolean => bytes.subarray(0, 5).toString('latin1') === '%PDF-';

/**
 * The package, or null if no document of the batch has a PDF. Photos of bills, which DATEV does not take as the house keeps them (WebP), and
 * files that are not on this node's disk are left out and named.
 * @returns `kept`: the files that rows may link to
 */
export async function documentsZip(
  config: Config,
  entries: readonly BatchEntry[],
  madeAt: Date,
): Promise<{ bytes: Buffer | null; kept: ReadonlySet<string>; missing: string[] }> {
  const kept: Document[] = [];
  const missing: string[] = [];
  const files: Zippable = {};
  for (const document of documentsOf(entries)) {
    const bytes = await readFile(filePath(config, document.file)).catch(() => null);
    const isDrawn = bytes !== null && !isPdf(bytes);
    const pdf = isDrawn ? await drawReceived(bytes) : bytes;
    if (pdf === null) missing.push(document.no);
    else {
      files[`${guidOf(document.file)}.pdf`] = pdf;
      kept.push({ ...document, isDrawn });
    }
  }
  const linked = new Set(kept.map(({ file }) => file));
  if (kept.length === 0) return { bytes: null, kept: linked, missing };
  files['document.xml'] = Buffer.from(documentXml(kept, madeAt));
  return { bytes: Buffer.from(zipSync(files, { level: 0 })), kept: linked, missing };
}
