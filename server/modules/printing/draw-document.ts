import type { Locale } from '#contract/core/limits';
import { DOCUMENTS, type DocumentName } from '#contract/printing/documents';
import { LAYOUTS } from '#print/layouts/layouts';
import { writePrint } from '#print/write';
import type { Config } from '../../core/config.ts';
import type { Db } from '../../core/db/client.ts';
import type { Actor } from '../../core/http/actor.ts';
import type { Areas } from '../../core/http/area.ts';
import { files } from '../settings/files/table.ts';
import { layoutFor, storeFile } from '../settings/index.ts';
import { loadPage } from './fonts.ts';
import { printRecords } from './records/print-records.ts';

/** Layouts of documents belong to no area, so no screens are needed. */
const NO_SCREENS = new Map<string, never>();
/** Tags of BCP 47. */
export const LANGUAGES: Record<Locale, string> = { en: 'en', de: 'de', cn: 'zh' };

type Ask = { tx: Db; config: Config; areas: Areas; actor: Actor; document: DocumentName; id: string; locales: Locale[]; title: string };

/**
 * Draws the document of a row as a PDF/A-3b, with the layout that is published for the house, and stores it as a file of the house.
 * @returns the id of the file
 * @throws DomainError as `printRecords`
 */
export async function storeDocument({ tx, config, areas, actor, document, id, locales, title }: Ask): Promise<string> {
  if (DOCUMENTS[document].of === null) throw new Error(`${document} is made of no row`);
  const records = await printRecords(
    { tx, config, areas, actor, options: { locales, lot: '', expiry: undefined, arrow: 'none' } },
    document,
    [id],
  );
  const layout = (await layoutFor(tx, NO_SCREENS, { roles: [], merchantId: null }, document)) ?? LAYOUTS[document];
  const archive = { language: LANGUAGES[locales[0] ?? 'en'], files: [] };
  const { bytes } = await writePrint({ document, layout, records, locales, dpi: 203, format: 'pdf', copies: 1, title, archive }, loadPage);
  const stored = await storeFile(config, { bytes: Buffer.from(bytes), name: `${title}.pdf`, visibility: 'intern' });
  await tx.insert(files).values({ ...stored, visibility: 'intern' });
  return stored.id.replaceAll('-', '');
}
