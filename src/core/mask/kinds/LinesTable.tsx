import { Fragment } from 'react';
import type { CellSpec, FieldOf } from '#contract/core/mask';
import { asText, type FieldContext, NOTHING, type Row } from './kind.ts';
import { netOf, Sums } from './LineSums.tsx';
import { columnsOf, isStandard, lineField, rowsOfLines, tellingDetails } from './lines.tsx';
import { Cell, kindOf } from './registry.tsx';

type Next = { field: FieldContext<FieldOf<'lines'>>; spec: CellSpec; name: string; next: Row | undefined };

/** The end of a price band: where the next band begins, exclusive. */
export const BandEnd = ({ field, spec, name, next }: Next) => (
  <td data-label={field.t('lines.below')} className={kindOf(spec).align === 'end' ? 'm-end' : undefined}>
    {next ? <Cell value={next[name]} field={lineField(field, spec, name, next)} /> : NOTHING}
  </td>
);

/** The details of a line as one text; null if they say nothing. */
export function detailsText(field: FieldContext<FieldOf<'lines'>>, line: Row): string | null {
  const parts = tellingDetails(field.spec, line).map(
    ([name, spec]) =>
      `${field.text(spec.label)}: ${isStandard(spec, line[name]) ? field.t('lines.standard') : kindOf(spec).format(line[name], lineField(field, spec, name, line))}`,
  );
  return parts.length > 0 ? parts.join(' · ') : null;
}

/** A read-only table of lines with their sums. On a phone each line is a card (read.css). */
export function LinesTable({ value, field }: { value: unknown; field: FieldContext<FieldOf<'lines'>> }) {
  const rows = rowsOfLines(value);
  const columns = columnsOf(field.spec).inRow.filter(([name]) =>
    rows.some((line) => line[name] !== null && line[name] !== '' && line[name] !== 0),
  );
  if (rows.length === 0) return <p className="m-quiet">{field.t('lines.none')}</p>;
  return (
    <div className="m-lines m-lines-read">
      <table>
        <thead>
          <tr>
            <th scope="col">{field.t('lines.pos')}</th>
            {columns.map(([name, spec]) => (
              <Fragment key={name}>
                <th scope="col" className={kindOf(spec).align === 'end' ? 'm-end' : undefined}>
                  {field.text(spec.label)}
                </th>
                {field.spec.until === name ? (
                  <th scope="col" className={kindOf(spec).align === 'end' ? 'm-end' : undefined}>
                    {field.t('lines.below')}
                  </th>
                ) : null}
              </Fragment>
            ))}
            {field.spec.priced ? (
              <th scope="col" className="m-end">
                {field.t('lines.net')}
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((line, at) => {
            const details = detailsText(field, line);
            return (
              <Fragment key={asText(line['id']) || at}>
                <tr>
                  <td>{at + 1}</td>
                  {columns.map(([name, spec]) => (
                    <Fragment key={name}>
                      <td data-label={field.text(spec.label)} className={kindOf(spec).align === 'end' ? 'm-end' : undefined}>
                        <Cell value={line[name]} field={lineField(field, spec, name, line)} />
                      </td>
                      {field.spec.until === name ? <BandEnd field={field} spec={spec} name={name} next={rows[at + 1]} /> : null}
                    </Fragment>
                  ))}
                  {field.spec.priced ? (
                    <td data-label={field.t('lines.net')} className="m-end">
                      {netOf(field, line)}
                    </td>
                  ) : null}
                </tr>
                {details === null ? null : (
                  <tr className="m-line-more">
                    <td colSpan={99}>{details}</td>
                  </tr>
                )}
              </Fragment>
            );
          })}
        </tbody>
      </table>
      {field.spec.priced ? <Sums field={field} lines={rows} /> : null}
    </div>
  );
}
