import { createElement } from 'react';
import type { Mask, Section } from '#contract/core/mask';
import type { Fact, Related, RelatedList } from '#contract/core/related';
import { LoadingBoundary, lazyPart } from '../../../../providers/chunks.ts';
import { useRelated } from '../../data.ts';
import { useMaskT } from '../../field-context.ts';
import type { Row } from '../../kinds/kind.ts';
import type { Action } from '../../list/actions.ts';
import { ListSkeleton } from '../../list/states.tsx';
import { type RecordParts, readNote } from '../../parts.ts';
import { ShowSections } from '../ShowSections.tsx';
import { repeatsTitle, saysNothing } from '../says-nothing.ts';
import { visibleFields } from '../validate.ts';
import { FactStrip } from './FactStrip.tsx';
import { JumpBar } from './JumpBar.tsx';
import { LastChanges } from './LastChanges.tsx';
import { Lead } from './Lead.tsx';
import { NextStrip } from './NextStrip.tsx';
import type { Next } from './next-step.ts';
import './read.css';

const RelatedTable = lazyPart(async () => (await import('./RelatedTable.tsx')).RelatedTable);

type Props = {
  mask: Mask;
  id: string;
  row: Row;
  path: string;
  parts: RecordParts | undefined;
  next: Next | null;
  disabled: boolean;
  run: (action: Action, rows: readonly Row[]) => void;
  onHistory: () => void;
};

/** A record with more lists than `MOST_OPEN` shows the first `OPEN` of them, and the titles of the others. */
const MOST_OPEN = 5;
const OPEN = 3;

const NONE: Related = { facts: [], lists: [] };

const sectionsOf = (mask: Mask): Section[] =>
  mask.show?.sections ?? mask.form?.sections ?? [{ key: 'all', label: mask.title, fields: mask.columns.map((column) => column.field) }];

/** Lines need the width of the page. */
const isWide = (mask: Mask, { fields }: Section): boolean => fields.some((name) => mask.fields[name]?.kind === 'lines');

/** Shown in the head. */
const IN_HEAD = new Set(['status', 'image']);

/** When a row was written is among the last changes: alone it makes no section. */
const STAMPS = new Set(['createdAt', 'updatedAt']);

/** The sections with a field to show. Facts of the strip, and title, status and picture of the head, are not repeated. */
function withoutFacts(mask: Mask, row: Row, facts: readonly Fact[]): Section[] {
  const shown = new Set([...(mask.facts ?? []), mask.lead]);
  return sectionsOf(mask)
    .map((section) => ({
      ...section,
      fields: section.fields.filter((name) => {
        const spec = mask.fields[name];
        return !shown.has(name) && !IN_HEAD.has(spec?.kind ?? '') && !repeatsTitle(spec, row[name], row);
      }),
    }))
    .filter(
      (section) =>
        visibleFields(mask, section, row).some((name) => !STAMPS.has(name) && !saysNothing(mask.fields[name], row[name])) ||
        facts.some((fact) => fact.section === section.key),
    );
}

/**
 * A record for reading: its facts, what happens next, then lines, parts and related lists on the left, its other fields and last changes on
 * the right. Without anything for the left, the fields stand there.
 */
export function ReadView({ mask, id, row, path, parts, next, disabled, run, onHistory }: Props) {
  const t = useMaskT();
  const { facts, lists } = useRelated(mask.area, id).data ?? NONE;
  const ofStrip = facts.filter((fact) => fact.section === undefined);
  const sections = withoutFacts(mask, row, facts);
  const related = lists.filter(({ total }) => total > 0);
  const overview = parts ? (
    <LoadingBoundary fallback={<ListSkeleton rows={6} />}>{createElement(parts.Overview, { mask, row, path })}</LoadingBoundary>
  ) : null;
  const strip = (
    <>
      <Lead mask={mask} row={row} />
      {parts?.place === 'whole' ? null : <FactStrip mask={mask} row={row} facts={ofStrip} />}
      {next ? <NextStrip mask={mask} row={row} next={next} disabled={disabled} run={run} /> : null}
      {parts?.Next ? createElement(parts.Next, { mask, row, path }) : null}
    </>
  );
  const tablesOf = (shown: readonly RelatedList[]) => (
    <>
      {shown.map((list, at) => (
        <RelatedTable key={list.key} list={list} folded={list.folded === true || (shown.length > MOST_OPEN && at >= OPEN)} />
      ))}
    </>
  );
  if (parts?.place === 'whole')
    return (
      <div className="r-read">
        {strip}
        {overview}
        {tablesOf(related)}
        <details className="r-card r-all">
          <summary>{t('record.allFields')}</summary>
          <ShowSections mask={mask} sections={sections} row={row} facts={facts} />
        </details>
      </div>
    );
  const wide = sections.filter((section) => isWide(mask, section));
  const others = sections.filter((section) => !isWide(mask, section));
  const note = readNote(mask.area);
  const hasMain = overview !== null || wide.length > 0 || related.length > 0;
  return (
    <div className="r-read">
      {strip}
      {related.length > MOST_OPEN ? <JumpBar lists={related} sections={others} /> : null}
      <div className="r-columns">
        <div className="r-main">
          {tablesOf(related.filter(({ lead }) => lead))}
          {parts?.place === 'below' ? null : overview}
          <ShowSections mask={mask} sections={hasMain ? wide : others} row={row} facts={facts} />
          {note ? createElement(note, { id, row }) : null}
          {parts?.place === 'below' ? overview : null}
          {tablesOf(related.filter(({ side, lead }) => !side && !lead))}
        </div>
        <aside className="r-side" aria-label={t('record.details')}>
          {parts?.Paper ? createElement(parts.Paper, { mask, row, path }) : null}
          {tablesOf(related.filter(({ side }) => side))}
          {hasMain ? <ShowSections mask={mask} sections={others} row={row} facts={facts} /> : null}
          <LastChanges mask={mask} id={id} onAll={onHistory} />
        </aside>
      </div>
    </div>
  );
}
