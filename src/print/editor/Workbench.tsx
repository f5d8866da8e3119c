import { useCallback, useMemo, useRef, useState } from 'react';
import type { Layout } from '#contract/printing/layout';
import type { PrintMask } from '#contract/printing/mask';
import type { PrintWarning } from '#print/display';
import { useLocale, useT } from '../../providers/i18n.ts';
import { type Bench, BenchContext } from './bench.ts';
import { Canvas } from './Canvas.tsx';
import { ElementList } from './ElementList.tsx';
import { at, BODY, type ElementPath, groupsOf, PAPER, withAt } from './element-path.ts';
import { PreviewBar, type View } from './PreviewBar.tsx';
import { Properties } from './Properties.tsx';
import { MOST_PAGES, useDrawing } from './use-drawing.ts';
import type { Editing } from './use-layout.ts';
import { useRecord } from './use-record.ts';
import { valuesOf } from './values.ts';

/** Elements that a warning is about. The engine names their template. */
function pathsOf({ where }: PrintWarning, layout: Layout): ElementPath[] {
  return groupsOf(layout)
    .flatMap(({ rows }) => rows)
    .flatMap(({ path, what }) => ('value' in what && what.value !== '' && what.value === where ? [path] : []));
}

/** Usual printer resolution in dots per inch. */
const USUAL: Record<PrintMask['kind'], number> = { label: 203, document: 600 };
const NONE: readonly PrintWarning[] = [];

function Warnings({
  warnings,
  choose,
  pathOf,
}: {
  warnings: readonly PrintWarning[];
  choose: (path: ElementPath) => void;
  pathOf: (one: PrintWarning) => ElementPath | undefined;
}) {
  const t = useT();
  if (warnings.length === 0) return null;
  return (
    <ul className="m-bar m-bar-wait pe-warnings" aria-label={t('printEditor.warnings')}>
      {warnings.map((one) => {
        const path = pathOf(one);
        const text = t(`printEditor.warn.${one.what}`, { value: one.value || one.name || one.where });
        return (
          <li key={JSON.stringify(one)}>
            {path ? (
              <button type="button" className="k-link-button" onClick={() => choose(path)}>
                {text}
              </button>
            ) : (
              text
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** List, preview and properties of one layout. */
export function Workbench({ editing }: { editing: Editing }) {
  const t = useT();
  const locale = useLocale();
  const { mask, sound, faults, change, part } = editing;
  const { document, layout } = mask;
  const [wanted, setChosen] = useState<ElementPath>(PAPER);
  const [view, setView] = useState<View>({ row: undefined, locales: [locale], dpi: USUAL[mask.kind], page: 1, zoom: null, grid: true });
  const canvas = useRef<HTMLDivElement>(null);
  const { row, record, isSample, refused } = useRecord(document, view.row, view.locales);
  const order = useMemo(
    () => ({ document, layout: sound.layout, records: [record], locales: view.locales, dpi: view.dpi }),
    [document, sound.layout, record, view.locales, view.dpi],
  );
  const { drawn, failed } = useDrawing(order);
  // Undo may have removed the chosen element.
  const chosen = at(layout, wanted) === undefined ? PAPER : wanted;
  const choose = useCallback(
    (path: ElementPath) => {
      part();
      setChosen(path);
    },
    [part],
  );
  const values = useMemo(() => valuesOf(document), [document]);
  const bench = useMemo<Bench>(
    () => ({
      document,
      layout,
      record,
      values,
      chosen,
      choose,
      change,
      alter: (edit) => {
        const [next, path] = edit(layout);
        change(() => next);
        setChosen(path);
      },
      put: (path, value) => change((now) => withAt(now, path, value), `put ${path}`),
      faultsAt: (path) => {
        const whole = `layout.${path}`;
        // The frame of the blocks has its own faults beside theirs.
        return faults.filter((fault) => fault.path === whole || (path !== BODY && fault.path.startsWith(`${whole}.`)));
      },
    }),
    [document, layout, record, values, chosen, choose, change, faults],
  );
  const warnings = drawn?.warnings ?? NONE;
  const warned = useMemo(() => new Set(warnings.flatMap((one) => pathsOf(one, layout))), [warnings, layout]);
  const pages = Math.min(drawn?.pages ?? 1, MOST_PAGES);
  const page = Math.min(view.page, Math.max(1, pages));
  return (
    <BenchContext value={bench}>
      <div className="pe-bench">
        <ElementList warned={warned} onEnter={() => canvas.current?.focus()} />
        <section className="pe-preview" aria-label={t('mask.editor.preview')}>
          <PreviewBar
            document={document}
            view={view}
            pages={pages}
            shown={isSample ? '' : row}
            onChange={(next) => setView((now) => ({ ...now, ...next }))}
          />
          {isSample ? <p className="m-quiet pe-sample">{t(refused ? 'printEditor.refused' : 'printEditor.sample')}</p> : null}
          {failed ? (
            <p className="m-bar m-bar-stop" role="alert">
              {t('printEditor.failed')}
            </p>
          ) : null}
          <Canvas svg={drawn?.svgs[page - 1]} page={page} grid={view.grid} zoom={view.zoom} holder={canvas} />
          <Warnings warnings={warnings} choose={choose} pathOf={(one) => pathsOf(one, layout)[0]} />
        </section>
        <section className="pe-properties" aria-label={t('printEditor.properties')} onBlur={part}>
          <Properties />
        </section>
      </div>
    </BenchContext>
  );
}
