import Button from 'antd/es/button';
import { type KeyboardEvent, type PointerEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { useT } from '../../providers/i18n.ts';
import { drawCross, drawMarked, type Mark, type Point, TOOLS, type Tool, withPoint } from './marks.ts';

const STEP = 8;
const LONG_STEP = 64;
const ARROWS: Record<string, readonly [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

type Props = { picture: HTMLCanvasElement; marks: readonly Mark[]; onChange: (marks: readonly Mark[]) => void };

/** The picture with its marks. They are drawn by pointer, or by keyboard with a cross-hair. */
export function PictureEditor({ picture, marks, onChange }: Props) {
  const t = useT();
  const hintId = useId();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [tool, setTool] = useState<Tool>('frame');
  const [started, setStarted] = useState<Mark | null>(null);
  /** Shown once the keyboard is used. */
  const [cross, setCross] = useState<Point | null>(null);
  useLayoutEffect(
    function draw() {
      if (!canvas.current) return;
      drawMarked(canvas.current, picture, started ? [...marks, started] : marks);
      if (cross) drawCross(canvas.current, cross);
    },
    [picture, marks, started, cross],
  );
  const pointOf = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLCanvasElement>): Point => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    return { x: Math.round(((clientX - left) * picture.width) / width), y: Math.round(((clientY - top) * picture.height) / height) };
  };
  const finish = (mark: Mark): void => {
    setStarted(null);
    if (mark.points.length > 1) onChange([...marks, mark]);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = cross ?? { x: Math.round(picture.width / 2), y: Math.round(picture.height / 2) };
    const arrow = ARROWS[event.key];
    if (arrow) {
      const step = event.shiftKey ? LONG_STEP : STEP;
      const next = {
        x: Math.min(Math.max(at.x + arrow[0] * step, 0), picture.width),
        y: Math.min(Math.max(at.y + arrow[1] * step, 0), picture.height),
      };
      setCross(next);
      if (started) setStarted(withPoint(started, next));
    } else if (event.key === ' ') {
      setCross(at);
      if (started) finish(started);
      else setStarted({ tool, points: [at] });
    } else if (event.key === 'Escape' && started) {
      // Otherwise the surrounding dialog would close.
      event.stopPropagation();
      setStarted(null);
    } else return;
    event.preventDefault();
  };
  const [first] = started?.points ?? [];
  const status = [
    cross && t('shell.report.at', cross),
    first && t('shell.report.started', first),
    t('shell.report.marked', { count: marks.length }),
  ];
  return (
    <div className="r-editor">
      <div className="r-tools" role="radiogroup" aria-label={t('shell.report.tools.label')}>
        {TOOLS.map((one) => (
          <label key={one}>
            <input type="radio" name={`${hintId}tool`} checked={one === tool} onChange={() => setTool(one)} />
            {t(`shell.report.tools.${one}`)}
          </label>
        ))}
        <Button size="small" disabled={marks.length === 0} onClick={() => onChange(marks.slice(0, -1))}>
          {t('shell.report.undo')}
        </Button>
      </div>
      <canvas
        ref={canvas}
        width={picture.width}
        height={picture.height}
        role="application"
        aria-label={t('shell.report.canvas')}
        aria-describedby={hintId}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          setCross(null);
          setStarted({ tool, points: [pointOf(event)] });
        }}
        onPointerMove={(event) => {
          if (started && event.currentTarget.hasPointerCapture(event.pointerId)) setStarted(withPoint(started, pointOf(event)));
        }}
        onPointerUp={(event) => started && finish(withPoint(started, pointOf(event)))}
        onPointerCancel={() => setStarted(null)}
      />
      <p className="m-quiet" id={hintId}>
        {t('shell.report.keys')}
      </p>
      <p className="k-hidden" role="status">
        {status.filter(Boolean).join(', ')}
      </p>
    </div>
  );
}
