import type { Mask } from '#contract/core/mask';
import type { Related } from '#contract/core/related';
import { useRelated } from '../../data.ts';
import { useFields } from '../../field-context.ts';
import { asText, type Row } from '../../kinds/kind.ts';
import { rowsOfLines } from '../../kinds/lines.tsx';
import { PreviewChanges } from './PreviewChanges.tsx';
import { PreviewFacts } from './PreviewFacts.tsx';
import { PreviewLines } from './PreviewLines.tsx';
import { PreviewRelated } from './PreviewRelated.tsx';

const NONE: Related = { facts: [], lists: [] };

/** The facts of a record, its lines or else the first list that refers to it, and its last changes. */
export function PreviewDetails({ mask, row }: { mask: Mask; row: Row }) {
  const field = useFields();
  const id = asText(row['id']);
  const { facts, lists } = useRelated(mask.area, id).data ?? NONE;
  const lines = Object.entries(mask.fields).flatMap(([name, spec]) =>
    spec.kind === 'lines' && rowsOfLines(row[name]).length > 0 ? [{ ...field(name, spec, row), spec }] : [],
  )[0];
  const related = lists.find(({ total }) => total > 0);
  return (
    <>
      <PreviewFacts mask={mask} row={row} counted={facts.filter(({ section }) => section === undefined)} />
      {lines ? <PreviewLines field={lines} value={row[lines.name]} /> : related ? <PreviewRelated list={related} /> : null}
      <PreviewChanges area={mask.area} id={id} />
    </>
  );
}
