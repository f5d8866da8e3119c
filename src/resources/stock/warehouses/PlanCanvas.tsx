import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useScheme } from '../../../layout/scheme.ts';
import { useT } from '../../../providers/i18n.ts';
import { cellAt, drawPlan, fit, type View, zoom } from './layout.ts';
import { lookOf, paint, stripNames } from './paint.ts';
import type { PlanPlace } from './plan.ts';

type Props = {
  places: readonly PlanPlace[];
  found: ReadonlySet<string> | null;
  chosen: string;
  label: string;
  onOpen: (place: PlanPlace) => void;
};
type Point = { x: number; y: number };
/** Pixels. A pointer that moved less is a tap. */
const TAP = 6;
const STEP = 1.3;
const PAN = 60;

const apart = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/** The warehouse plan. Wheel, pinch, + and − zoom, dragging and arrow keys pan, a tap opens a place, 0 shows everything. */
export function PlanCanvas({ places, found, chosen, label, onOpen }: Props) {
  const t = useT();
  const canvas = useRef<HTMLCanvasElement>(null);
  const mostPieces = useMemo(() => places.reduce((most, { pieces }) => Math.max(most, pieces), 0), [places]);
  const [size, setSize] = useState({ w: 0, h: 0 });
  const drawing = useMemo(() => drawPlan(places, size.w / Math.max(1, size.h)), [places, size]);
  /** Null shows the whole plan at any size. */
  const [moved, setMoved] = useState<View | null>(null);
  const whole = useMemo(() => fit(drawing, size.w, size.h), [drawing, size]);
  const view = moved ?? whole;
  const scheme = useScheme();
  const fingers = useRef(new Map<number, Point>());
  const start = useRef<Point | null>(null);
  const [over, setOver] = useState('');

  useEffect(function followSize() {
    const element = canvas.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ w: Math.floor(entry.contentRect.width), h: Math.floor(entry.contentRect.height) });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(
    function draw() {
      const element = canvas.current;
      if (!element || size.w === 0) return;
      const frame = requestAnimationFrame(() => {
        const ratio = window.devicePixelRatio || 1;
        if (element.width !== size.w * ratio || element.height !== size.h * ratio) {
          element.width = size.w * ratio;
          element.height = size.h * ratio;
        }
        const context = element.getContext('2d');
        if (!context) return;
        context.setTransform(ratio, 0, 0, ratio, 0, 0);
        paint(context, size.w, size.h, { drawing, view, look: lookOf(element), mostPieces, found, chosen, nameOf: stripNames(t) });
      });
      return () => cancelAnimationFrame(frame);
    },
    // The scheme changes the colours that are read from the page.
    // oxlint-disable-next-line react/exhaustive-deps
    [drawing, view, size, mostPieces, found, chosen, t, scheme],
  );

  const zoomAt = (by: number, x: number, y: number): void => setMoved(zoom(view, by, x, y, whole.scale / 2));
  const pan = (dx: number, dy: number): void => setMoved({ ...view, x: view.x - dx / view.scale, y: view.y - dy / view.scale });
  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    zoomAt(Math.exp(-event.deltaY / 400), event.offsetX, event.offsetY);
  });
  useEffect(function takeTheWheel() {
    // React registers wheel listeners as passive, so the page would scroll.
    const element = canvas.current;
    const listen = (event: WheelEvent): void => onWheel(event);
    element?.addEventListener('wheel', listen, { passive: false });
    return () => element?.removeEventListener('wheel', listen);
  }, []);

  const pointOf = (event: PointerEvent<HTMLCanvasElement>): Point => {
    const box = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const placeAt = ({ x, y }: Point) => cellAt(drawing, view.x + x / view.scale, view.y + y / view.scale)?.place;
  const onDown = (event: PointerEvent<HTMLCanvasElement>): void => {
    event.currentTarget.setPointerCapture(event.pointerId);
    const point = pointOf(event);
    fingers.current.set(event.pointerId, point);
    start.current = fingers.current.size === 1 ? point : null;
  };
  const onMove = (event: PointerEvent<HTMLCanvasElement>): void => {
    const point = pointOf(event);
    const before = fingers.current.get(event.pointerId);
    if (!before) {
      const place = placeAt(point);
      setOver(place ? place.code : '');
      return;
    }
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    fingers.current.set(event.pointerId, point);
    if (other) {
      const at = middle(point, other);
      zoomAt(apart(point, other) / Math.max(1, apart(before, other)), at.x, at.y);
    } else if (!start.current || apart(point, start.current) > TAP) {
      start.current = null;
      pan(point.x - before.x, point.y - before.y);
    }
  };
  const onUp = (event: PointerEvent<HTMLCanvasElement>): void => {
    fingers.current.delete(event.pointerId);
    const place = start.current ? placeAt(start.current) : undefined;
    start.current = null;
    if (place && event.type === 'pointerup') onOpen(place);
  };
  const keys: Record<string, () => void> = {
    '+': () => zoomAt(STEP, size.w / 2, size.h / 2),
    '=': () => zoomAt(STEP, size.w / 2, size.h / 2),
    '-': () => zoomAt(1 / STEP, size.w / 2, size.h / 2),
    '0': () => setMoved(null),
    ArrowLeft: () => pan(PAN, 0),
    ArrowRight: () => pan(-PAN, 0),
    ArrowUp: () => pan(0, PAN),
    ArrowDown: () => pan(0, -PAN),
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  const control = (key: '+' | '-' | '0', title: string) => (
    <button type="button" aria-label={title} title={title} onClick={keys[key]}>
      {key === '0' ? '⤢' : key === '-' ? '−' : '+'}
    </button>
  );
  return (
    <div className="w-plan">
      <canvas
        ref={canvas}
        role="img"
        aria-label={label}
        // The canvas is moved by keys. For users who cannot see it, there is the list beside it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        title={over}
        onPointerDown={onDown}
        onPointerMove={onMove}
        onPointerUp={onUp}
        onPointerCancel={onUp}
        onKeyDown={onKeyDown}
      />
      <div className="w-zoom" data-pdf="hidden">
        {control('+', t('plan.nearer'))}
        {control('-', t('plan.farther'))}
        {control('0', t('plan.whole'))}
      </div>
    </div>
  );
}
