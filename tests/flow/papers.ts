import type { DocumentName } from '#contract/printing/documents';
import type { PrintWarning } from '#print/display';
import { LAYOUTS } from '#print/layouts/layouts';
import { writePdf } from '#print/out/pdf';
import { render } from '#print/render';
import { loadPage } from '../../server/modules/printing/fonts.ts';
import { type Call, listAll, must, signIn } from './crew.ts';

/** Rows a call of `POST /v0/print/data`. */
const AT_ONCE = 500;

export type Paper = {
  document: DocumentName /** Rows it was made of. */;
  of: number;
  pages: number;
  bytes: Uint8Array;
  warnings: PrintWarning[];
  records: unknown[];
};

/** What the house printed on that day, as its screens would: every parcel's label, every picklist, every loading list, every delivery note. */
export async function printDay(call: Call, password: string, dpi = 203): Promise<Paper[]> {
  const { token } = await signIn(call, 'employee', password);
  const paper = async (document: DocumentName, path: string): Promise<Paper> => {
    const ids = (await listAll(call, token, path)).map(({ id }) => id);
    const records: unknown[] = [];
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const data = await must<{ records: unknown[] }>(call, token, 'POST', '/v0/print/data', {
        document,
        ids: ids.slice(at, at + AT_ONCE),
      });
      records.push(...data.records);
    }
    const { pages, warnings, fonts } = await render({ document, layout: LAYOUTS[document], records, locales: ['de', 'en'], dpi }, loadPage);
    const bytes = writePdf(pages, fonts, { title: document, created: '2026-01-01T00:00:00Z' });
    return { document, of: ids.length, pages: pages.length, bytes, warnings, records };
  };
  return [
    await paper('transportLabel', '/v0/parcels?labelState=bought'),
    await paper('picklist', '/v0/picklists'),
    await paper('loadingList', '/v0/loadingLists'),
    await paper('deliveryNote', '/v0/tasks?kind=outbound&shipped.gt=0'),
  ];
}
