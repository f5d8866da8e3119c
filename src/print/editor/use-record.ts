import { useMemo } from 'react';
import type { Locale } from '#contract/core/limits';
import { DOCUMENTS, type DocumentName } from '#contract/printing/documents';
import { useRows } from '../../core/mask/data.ts';
import { asText } from '../../core/mask/kinds/kind.ts';
import { useRead } from '../../providers/use-call.ts';
import { sampleRecord } from './sample.ts';

const NEWEST = { limit: 1, cursor: null, search: '', sort: null, back: false, filters: [] };

/**
 * The record of the preview: the chosen row, else the newest. Sample data if it is requested (`null`), if there is no row, or if the server
 * cannot print the row yet. `row` is the id shown.
 */
export function useRecord(document: DocumentName, chosen: string | null | undefined, locales: readonly Locale[]) {
  const area = DOCUMENTS[document].of;
  const newest = useRows(area ?? '', NEWEST, area !== null && chosen === undefined);
  const row = chosen === undefined ? asText(newest.data?.data[0]?.['id']) : (chosen ?? '');
  const data = useRead<{ records: unknown[] }>('/v0/print/data', {
    queryKey: ['data', 'default', area ?? '', 'print', document, row, locales],
    body: { document, ids: [row], options: { locales } },
    enabled: row !== '',
    retry: false,
    background: true,
    handles: 'all',
  });
  const made = useMemo(() => sampleRecord(document), [document]);
  const record = data.data?.records[0] ?? null;
  return { row, record: record ?? made, isSample: record === null, refused: data.isError };
}
