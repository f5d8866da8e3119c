import type { Db } from '../../core/db/client.ts';

/** Files that other modules put into the PDF of an invoice beside its XML, such as the annex with its charges. */

/** `name`: in letters, digits, dots and dashes. */
export type Supplement = { name: string; mime: string; bytes: Uint8Array };
type Source = (db: Db, invoiceId: string) => Promise<readonly Supplement[]>;

const sources = new Set<Source>();

/** Registers a source at start. Its files must be the same whenever they are made, because a PDF is drawn again after a crash. */
export const supplementInvoices = (source: Source): void => void sources.add(source);

export async function supplementsOf(db: Db, invoiceId: string): Promise<Supplement[]> {
  const found: Supplement[] = [];
  for (const source of sources) found.push(...(await source(db, invoiceId)));
  return found;
}
