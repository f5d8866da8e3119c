import Button from 'antd/es/button';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { MAX_PAGE_SIZE } from '#contract/core/limits';
import type { Mask } from '#contract/core/mask';
import { bothFilters } from '#contract/core/query';
import { type ListRequest, useMany, useMask, useRows } from '../data.ts';
import { useFields, useMaskT, useText } from '../field-context.ts';
import type { Row } from '../kinds/kind.ts';
import { Cell, kindOf } from '../kinds/registry.tsx';
import { rowId } from '../list/selection.ts';
import { ListSkeleton, LoadError } from '../list/states.tsx';
import { SheetDownload } from './SheetDownload.tsx';
import { SheetLabels } from './SheetLabels.tsx';
import { dateFilters, readSheetQuery, type SheetQuery, sheetFields } from './sheet-query.ts';
import '../kinds/values.css';
import '../mask.css';
import '../record/read/tables.css';
import './sheet.css';

const classOf = (mask: Mask, name: string): string => {
  const spec = mask.fields[name];
  if (!spec) return 'm-start';
  const { align, mono } = kindOf(spec);
  return `m-${align}${mono ? ' m-mono' : ''}`;
};

function SheetTable({ mask, fields, rows }: { mask: Mask; fields: readonly string[]; rows: readonly Row[] }) {
  const text = useText();
  const field = useFields();
  return (
    <div className="m-sheet-table r-cards">
      <table className="m-table">
        <thead>
          <tr>
            {fields.map((name) => (
              <th key={name} scope="col" className={classOf(mask, name)}>
                {text(mask.fields[name]?.label ?? name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowId(row)}>
              {fields.map((name) => {
                const spec = mask.fields[name];
                return spec ? (
                  <td key={name} className={classOf(mask, name)} data-label={text(spec.label ?? name)}>
                    <Cell value={row[name]} field={field(name, spec, row)} />
                  </td>
                ) : null;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Sheet({ mask, query }: { mask: Mask; query: SheetQuery }) {
  const t = useMaskT();
  const text = useText();
  const request = useMemo(
    (): ListRequest => ({
      limit: MAX_PAGE_SIZE,
      cursor: null,
      search: query.search,
      sort: mask.sort ?? null,
      back: false,
      filters: [...bothFilters(mask.fixed ?? [], query.filters), ...dateFilters(query.date)],
      ...(mask.deleted ? { trash: true } : {}),
    }),
    [mask, query],
  );
  const fields = useMemo(() => sheetFields(mask, query), [mask, query]);
  const single = query.pk.length > 0;
  const reads = query.type !== 'download';
  const chosen = useMany(mask.area, reads ? query.pk : []);
  const listed = useRows(mask.area, request, reads && !single);
  if (!reads) return <SheetDownload mask={mask} fields={fields} ids={query.pk} request={request} />;
  const failed = single ? chosen : listed;
  if (failed.isError) return <LoadError error={failed.error} onRetry={() => void failed.refetch()} />;
  const rows = single ? chosen.data : listed.data?.data;
  if (!rows) return <ListSkeleton mask={mask} />;
  const cut = !single && listed.data?.next ? <p className="m-bar m-bar-wait">{t('sheet.truncated', { n: rows.length })}</p> : null;
  if (query.type !== 'list')
    return (
      <>
        {cut}
        <SheetLabels mask={mask} fields={fields} rows={query.type === 'label' ? rows.slice(0, 1) : rows} />
      </>
    );
  return (
    <>
      <header className="m-list-head m-no-print">
        <h1>{text(mask.title)}</h1>
        <span className="m-count m-figures">{rows.length}</span>
        <span className="m-spring" />
        <Button type="primary" onClick={() => window.print()}>
          {t('sheet.print')}
        </Button>
      </header>
      {cut}
      <SheetTable mask={mask} fields={fields} rows={rows} />
    </>
  );
}

/** `/spreadsheet`: a list, labels or a download of a mask, without the shell. */
export function SpreadsheetPage() {
  const t = useMaskT();
  const [params] = useSearchParams();
  const query = useMemo(() => readSheetQuery(params), [params]);
  const mask = useMask(query.mask);
  return (
    <main className="m-sheet">
      {query.mask === '' ? (
        <p className="m-bar m-bar-stop" role="alert">
          {t('error.missing')}
        </p>
      ) : mask.isError ? (
        <LoadError error={mask.error} onRetry={() => void mask.refetch()} />
      ) : mask.data ? (
        <Sheet key={query.mask} mask={mask.data} query={query} />
      ) : (
        <ListSkeleton />
      )}
    </main>
  );
}
