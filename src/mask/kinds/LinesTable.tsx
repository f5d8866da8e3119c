import type { FieldOf } from '#contract/mask';
import { asText, type FieldContext } from './kind.ts';
import { lineField, netOf, rowsOfLines, Sums } from './lines.tsx';
import { Cell, kindOf } from './registry.tsx';

/** Lines to read, with their sums below. */
export function LinesTable({ value, field }: { value: unknown; field: FieldContext<FieldOf<'lines'>> }) {
  const rows = rowsOfLines(value);
  const columns = Object.entries(field.spec.columns).filter(([name]) =>
    rows.some((line) => line[name] !== null && line[name] !== '' && line[name] !== 0),
  );
  if (rows.length === 0) return <p className="m-quiet">{field.t('lines.none')}</p>;
  return (
    <div className="m-lines">
      <table>
        <thead>
          <tr>
            <th scope="col">{field.t('lines.pos')}</th>
            {columns.map(([name, spec]) => (
              <th key={name} scope="col" className={kindOf(spec).align === 'end' ? 'm-end' : undefined}>
                {field.text(spec.label)}
              </th>
            ))}
            {field.spec.priced ? (
              <th scope="col" className="m-end">
                {field.t('lines.net')}
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((line, at) => (
            <tr key={asText(line['id']) || at}>
              <td>{at + 1}</td>
              {columns.map(([name, spec]) => (
                <td key={name} className={kindOf(spec).align === 'end' ? 'm-end' : undefined}>
                  <Cell value={line[name]} field={lineField(field, spec, name, line)} />
                </td>
              ))}
              {field.spec.priced ? <td className="m-end">{netOf(field, line)}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
      {field.spec.priced ? <Sums field={field} lines={rows} /> : null}
    </div>
  );
}
