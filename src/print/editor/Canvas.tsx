import { type KeyboardEvent, type PointerEvent, type Ref, useId, useMemo, useRef, useState } from 'react';
import type { Element } from '#contract/printing/layout';
import { applies } from '#print/layout/scope';
import { useT } from '../../providers/i18n.ts';
import { useBench } from './bench.ts';
import { at, blockOf, type ElementPath, FIXED, groupsOf, isElement, PAPER, removed, withAt } from './element-path.ts';
import {
  areaOf,
  covers,
  FAR,
  type Handle,
  handleAt,
  handlesOf,
  isOff,
  moved,
  paperOf,
  type Rect,
  rectOf,
  resized,
  STEP,
  snapped,
} from './geometry.ts';
import { titleOf } from './kinds.ts';
import { Marks } from './Marks.tsx';

type Props = {
  svg: string | undefined;
  /** Page number from 1. Later pages have other elements than the first. */
  page: number;
  grid: boolean;
  /** Pixels per millimetre. Null fits the available room. */
  zoom: number | null;
  holder: Ref<HTMLDivElement>;
};

type Drag = { path: ElementPath; start: Element; handle: Handle | null; x: number; y: number; done: boolean };

const ARROWS: Record<string, readonly [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const CORNER: Handle = { name: 'se', sx: 1, sy: 1 };
/** Radius in millimetres in which a handle is grabbed. */
const GRIP = 1.2;

/** The paper as it will be printed. The chosen element is moved by mouse and arrow keys. */
export function Canvas({ svg, page, grid, zoom, holder }: Props) {
  const t = useT();
  const hint = useId();
  const { layout, record, chosen, choose, change, alter } = useBench();
  const [drag, setDrag] = useState<Drag | null>(null);
  const [over, setOver] = useState<ElementPath | null>(null);
  const drags = useRef(0);
  const paper = paperOf(layout);
  const what = at(layout, chosen);
  // The position of blocks is known only after layout, so their elements are moved by keys and numbers only.
  const here = isElement(what) && !blockOf(chosen) ? what : null;
  const shown = useMemo(() => {
    const scope = { values: [{ page, pages: page }, record] };
    const parts: readonly string[] = ['every', page === 1 ? 'first' : 'later'];
    return groupsOf(layout)
      .filter(({ part }) => FIXED.some((one) => one === part) && parts.includes(part))
      .flatMap(({ rows }) => rows)
      .flatMap(({ path, what: one }) => (isElement(one) && applies(scope, one.when) ? [{ path, rect: rectOf(one) }] : []));
  }, [layout, record, page]);

  const put = (path: ElementPath, next: Element, joint: string): void => change((now) => withAt(now, path, next), joint);
  const pointOf = (event: PointerEvent<HTMLElement>): [number, number] => {
    const frame = event.currentTarget.getBoundingClientRect();
    const scale = paper.width / frame.width;
    return [(event.clientX - frame.left) * scale - paper.left, (event.clientY - frame.top) * scale - paper.top];
  };
  /** The smallest element at a point, because large ones may enclose others. */
  const under = (x: number, y: number): ElementPath | null =>
    shown.filter(({ rect }) => covers(rect, x, y)).sort((a, b) => areaOf(a.rect) - areaOf(b.rect))[0]?.path ?? null;

  const take = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.button !== 0) return;
    const [x, y] = pointOf(event);
    const handle = here
      ? handlesOf(here).find((one) => {
          const place = handleAt(here, one);
          return Math.hypot(place.x - x, place.y - y) <= GRIP;
        })
      : undefined;
    const keeps = here && (handle || covers(rectOf(here), x, y));
    const path = keeps ? chosen : (under(x, y) ?? PAPER);
    choose(path);
    const start = at(layout, path);
    if (!isElement(start)) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drags.current += 1;
    setDrag({ path, start, handle: handle ?? null, x, y, done: false });
  };
  const pull = (event: PointerEvent<HTMLDivElement>): void => {
    const [x, y] = pointOf(event);
    if (!drag) return setOver(under(x, y));
    // Alt turns the grid off.
    const step = event.altKey ? (mm: number) => mm : snapped;
    const [dx, dy] = [step(x - drag.x), step(y - drag.y)];
    if (dx === 0 && dy === 0 && !drag.done) return;
    if (!drag.done) setDrag({ ...drag, done: true });
    put(drag.path, drag.handle ? resized(drag.start, drag.handle, dx, dy) : moved(drag.start, dx, dy), `drag ${drags.current}`);
  };
  const leave = (event: PointerEvent<HTMLDivElement>): void => {
    if (drag && !drag.done && !drag.handle) choose(under(...pointOf(event)) ?? PAPER);
    setDrag(null);
  };
  const onKey = (event: KeyboardEvent): void => {
    const arrow = ARROWS[event.key];
    const part = isElement(what) ? what : null;
    if (event.key === 'Escape') choose(PAPER);
    else if (part && event.key === 'Delete') alter((now) => removed(now, chosen));
    else if (part && arrow && !event.altKey) {
      event.preventDefault();
      const far = event.shiftKey ? FAR : STEP;
      const [dx, dy] = [arrow[0] * far, arrow[1] * far];
      const pulls = event.ctrlKey || event.metaKey;
      put(chosen, pulls ? resized(part, CORNER, dx, dy) : moved(part, dx, dy), `keys ${chosen}`);
    }
  };
  const rectAt = (path: ElementPath | null): Rect | null => shown.find((one) => one.path === path)?.rect ?? null;
  return (
    <div className="pe-desk">
      <div
        ref={holder}
        className="pe-paper"
        role="application"
        aria-label={t('printEditor.canvas')}
        aria-describedby={hint}
        // An element with role application handles its keys itself.
        tabIndex={0}
        style={{
          aspectRatio: `${paper.width} / ${paper.height}`,
          ...(zoom === null
            ? { width: '100%', maxWidth: `calc(max(100vh - 500px, 300px) * ${paper.width / paper.height})` }
            : { width: paper.width * zoom }),
        }}
        onPointerDown={take}
        onPointerMove={pull}
        onPointerUp={leave}
        onPointerLeave={() => setOver(null)}
        onKeyDown={onKey}
      >
        {svg ? (
          <img src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={t('printEditor.pageNo', { page })} draggable={false} />
        ) : null}
        <Marks
          paper={paper}
          grid={grid}
          label={layout.sheet ? { x: 0, y: 0, w: layout.size.width, h: layout.size.height } : null}
          over={drag ? null : rectAt(over)}
          chosen={here}
          body={layout.body ? { ...layout.body, size: layout.size, first: page === 1 } : null}
        />
      </div>
      <p id={hint} className="m-quiet pe-hint">
        {t('printEditor.canvasHint')}
      </p>
      <p className="pe-status m-figures" role="status">
        {isElement(what) ? <Status what={what} name={titleOf(what, t)} off={isOff(what, layout) && !blockOf(chosen)} /> : null}
      </p>
    </div>
  );
}

function Status({ what, name, off }: { what: Element; name: string; off: boolean }) {
  const t = useT();
  const { x, y, w, h } = rectOf(what);
  const mm = (value: number): string => String(Math.round(value * 100) / 100);
  return (
    <>
      {name} <span className="m-quiet">{t('printEditor.at', { x: mm(x), y: mm(y), w: mm(w), h: mm(h) })}</span>
      {off ? <strong className="pe-off"> {t('printEditor.off')}</strong> : null}
    </>
  );
}
