import { Link } from 'react-router';
import type { RelatedList } from '#contract/core/related';
import { useFormat } from '../../../../providers/format.ts';
import { useLinkTo } from '../../area-paths.ts';
import { useFields, useText } from '../../field-context.ts';
import { asText, isNothing } from '../../kinds/kind.ts';
import { Cell, kindOf } from '../../kinds/registry.tsx';

const SHOWN = 5;

/** The first rows that refer to the record: what each is, and its last figure or value. */
export function PreviewRelated({ list }: { list: RelatedList }) {
  const text = useText();
  const field = useFields();
  const linkTo = useLinkTo();
  const { number } = useFormat();
  const columns = list.columns.filter((name) => list.fields[name] && list.rows.some((row) => !isNothing(row[name])));
  const [first = '', ...others] = columns;
  const figure = others.findLast((name) => {
    const spec = list.fields[name];
    return spec !== undefined && kindOf(spec).align === 'end';
  });
  const last = figure ?? others.at(-1);
  return (
    <section className="p-part">
      <header>
        <h3>{text(list.title)}</h3>
        <span>{list.totalExact ? number(list.total) : `${number(list.total)}+`}</span>
      </header>
      <ul>
        {list.rows.slice(0, SHOWN).map((row) => {
          const to = linkTo(list.area, asText(row['id']));
          const cell = (name: string | undefined) => {
            const spec = name === undefined ? undefined : list.fields[name];
            return spec && name !== undefined ? <Cell value={row[name]} field={field(name, spec, row)} compact /> : null;
          };
          return (
            <li key={asText(row['id'])}>
              <span className="p-words">{to ? <Link to={to}>{cell(first)}</Link> : <span>{cell(first)}</span>}</span>
              <span className="m-figures">{cell(last)}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
