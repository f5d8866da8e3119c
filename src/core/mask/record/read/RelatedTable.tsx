import type { KeyboardEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { encodeFilters } from '#contract/core/query';
import type { RelatedList } from '#contract/core/related';
import { useFormat } from '../../../../providers/format.ts';
import { useLinkTo, useListPath } from '../../area-paths.ts';
import { titleOf } from '../../data.ts';
import { useFields, useMaskT, useText } from '../../field-context.ts';
import { asText, isNothing, type Row } from '../../kinds/kind.ts';
import { Cell, kindOf } from '../../kinds/registry.tsx';
import { TableHead } from '../../PageTable.tsx';

/** The address of a list has no filters on ids, nor on fields of other areas. */
const opensAsList = ({ filters, rows, total }: RelatedList): boolean =>
  total > rows.length && filters.every(({ field }) => field !== 'id' && !field.includes('.'));

/** The address of a list with the filters of a related list. */
const withFilters = (path: string, { filters }: RelatedList): string => {
  const params = new URLSearchParams();
  for (const [key, value] of encodeFilters(filters)) params.append(`f.${key}`, value);
  return `${path}?${params}`;
};

/** Columns that have a value in at least one row, so that no column stands empty. */
const filledColumns = ({ columns, rows, fields }: RelatedList): string[] =>
  columns.filter((name, at) => fields[name] !== undefined && (at === 0 || rows.some((row) => !isNothing(row[name]))));

function RelatedRow({ list, columns, row }: { list: RelatedList; columns: readonly string[]; row: Row }) {
  const field = useFields();
  const navigate = useNavigate();
  const path = useLinkTo()(list.area, asText(row['id']));
  const open = (): void => {
    if (path) void navigate(path);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && event.target === event.currentTarget) open();
  };
  return (
    // The whole row opens the record by pointer; the link in its first cell does so for keyboard and screen reader.
    <tr data-open={path ? true : undefined} onClick={open} onKeyDown={onKeyDown}>
      {columns.map((name, at) => {
        const spec = list.fields[name];
        if (!spec) return null;
        const context = field(name, spec, row);
        const value = <Cell value={row[name]} field={context} compact />;
        const key = at === 0;
        return (
          <td key={name} className={kindOf(spec).align === 'end' ? 'm-end' : undefined} data-label={context.text(spec.label)}>
            {key && path ? (
              <Link to={path} onClick={(event) => event.stopPropagation()} aria-label={titleOf(row)}>
                {/* A reference is a link of its own, to another record. */}
                {spec.kind === 'reference' ? asText(row[`${name}Label`]) : value}
              </Link>
            ) : (
              value
            )}
          </td>
        );
      })}
    </tr>
  );
}

type Props = {
  list: RelatedList;
  /** Default: the title of the list. */
  title?: string;
  /** A quiet word beside the title. */
  note?: string;
  /** Where "Show all" leads. Default: the list with the same filter. */
  to?: string | undefined;
  /** Only its title and count are shown until it is opened. */
  folded?: boolean;
};

/** The first rows of a list. "Show all" opens the list with the same filter. */
export function RelatedTable({ list, title, note, to, folded = false }: Props) {
  const t = useMaskT();
  const text = useText();
  const { number } = useFormat();
  const listPath = useListPath()(list.area);
  if (list.total === 0) return null;
  const columns = filledColumns(list);
  const all = to ?? (listPath && opensAsList(list) ? withFilters(listPath, list) : null);
  const count = list.totalExact ? number(list.total) : `${number(list.total)}+`;
  const head = (
    <>
      <h2>{title ?? text(list.title)}</h2>
      {note ? <span className="m-quiet">{note}</span> : null}
      <span className="m-quiet m-figures">{count}</span>
    </>
  );
  const link = all ? <Link to={all}>{t('record.showAll')}</Link> : null;
  const table = (
    <div className="r-scroll">
      <table>
        <TableHead
          columns={columns.flatMap((name) => {
            const spec = list.fields[name];
            return spec ? [{ label: text(spec.label), end: kindOf(spec).align === 'end' }] : [];
          })}
        />
        <tbody>
          {list.rows.map((row) => (
            <RelatedRow key={asText(row['id'])} list={list} columns={columns} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
  if (folded)
    return (
      <details className="r-card r-related r-folded" data-part={list.key}>
        <summary>{head}</summary>
        {table}
        {link}
      </details>
    );
  return (
    <section className="r-card r-related" data-part={list.key} tabIndex={-1}>
      <header>
        {head}
        {link}
      </header>
      {table}
    </section>
  );
}
