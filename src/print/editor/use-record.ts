import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Locale } from '#contract/limits';
import { DOCUMENTS, type DocumentName } from '#contract/print/documents';
import { useRows } from '../../mask/data.ts';
import { asText } from '../../mask/kinds/kind.ts';
import { call } from '../../providers/http.ts';
import { sampleRecord } from './sample.ts';

const NEWEST = { limit: 1, cursor: null, search: '', sort: null, back: false, filters: [] };

/**
 * What the preview shows: the chosen row, else the newest one; made-up data when that is wished (`null`), when there is no row, or when
 * the server cannot print the row yet. `row` is the id that is shown.
 */
export function useRecord(document: DocumentName, chosen: string | null | undefined, locales: readonly Locale[]) {
  const area = DOCUMENTS[document].of;
  const newest = useRows(area ?? '', NEWEST, area !== null && chosen === undefined);
  const row = chosen === undefined ? asText(newest.data?.data[0]?.['id']) : (chosen ?? '');
  const data = useQuery({
    queryKey: ['data', 'default', area ?? '', 'print', document, row, locales],
    queryFn: async ({ signal }) => {
      const body = { document, ids: [row], options: { locales } };
      const { records } = await call<{ records: unknown[] }>('POST', '/v0/print/data', { body, signal, background: true, handles: 'all' });
      return records[0] ?? null;
    },
    enabled: row !== '',
    retry: false,
  });
  const made = useMemo(() => sampleRecord(document), [document]);
  return { row, record: data.data ?? made, isSample: !data.data, refused: data.isError };
}
