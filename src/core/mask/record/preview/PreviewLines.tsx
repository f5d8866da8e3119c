import type { CellSpec, FieldOf } from '#contract/core/mask';
import { useMaskT } from '../../field-context.ts';
import { asText, type FieldContext, isNothing, type Row } from '../../kinds/kind.ts';
import { lineField, rowsOfLines } from '../../kinds/lines.tsx';
import { Cell, kindOf } from '../../kinds/registry.tsx';

const SHOWN = 5;

type Columns = [string, CellSpec][];

/** The columns that say most about a line: what it is, and how many. */
function partsOf(columns: Columns, line: Row) {
  const filled = columns.filter(([name]) => !isNothing(line[name]));
  const words = filled.filter(([, spec]) => spec.kind === 'text' || spec.kind === 'reference');
  const codes = words.filter(([, spec]) => kindOf(spec).mono === true || (spec.kind === 'text' && spec.mono === true));
  const figure = filled.find(([, spec]) => kindOf(spec).align === 'end');
  const title = words.find((one) => !codes.includes(one)) ?? words[0] ?? filled[0];
  return { title, code: codes.find((one) => one !== title), figure };
}

/** The first lines of a document. */
export function PreviewLines({ field, value }: { field: FieldContext<FieldOf<'lines'>>; value: unknown }) {
  const t = useMaskT();
  const lines = rowsOfLines(value);
  const columns = Object.entries(field.spec.columns);
  return (
    <section className="p-part">
      <header>
        <h3>{field.text(field.spec.label)}</h3>
        <span>{t('lines.count', { n: lines.length })}</span>
      </header>
      <ul>
        {lines.slice(0, SHOWN).map((line, at) => {
          const { title, code, figure } = partsOf(columns, line);
          const cell = (part: Columns[number] | undefined) =>
            part ? <Cell value={line[part[0]]} field={lineField(field, part[1], part[0], line)} compact /> : null;
          return (
            <li key={asText(line['id']) || at}>
              <span className="p-words">
                <span>{cell(title)}</span>
                {code ? <small className="m-mono">{cell(code)}</small> : null}
              </span>
              <span className="m-figures">{cell(figure)}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
