import type { Element, Layout } from '#contract/printing/layout';
import { handleAt, handlesOf, type Rect, rectOf } from './geometry.ts';

type Body = Pick<NonNullable<Layout['body']>, 'left' | 'right' | 'top' | 'topLater' | 'bottom' | 'bottomLater'>;
type Props = {
  paper: { width: number; height: number; left: number; top: number };
  grid: boolean;
  /** The label being edited, if a sheet has several. */
  label: Rect | null;
  over: Rect | null;
  chosen: Element | null;
  body: (Body & { size: Layout['size']; first: boolean }) | null;
};

const Box = ({ rect, className }: { rect: Rect; className: string }) => (
  <rect className={className} x={rect.x} y={rect.y} width={Math.max(rect.w, 0.01)} height={Math.max(rect.h, 0.01)} />
);

const bodyRect = ({ left, right, top, topLater, bottom, bottomLater = bottom, size, first }: NonNullable<Props['body']>): Rect => {
  const [above, below] = first ? [top, bottom] : [topLater, bottomLater];
  return { x: left, y: above, w: Math.max(0, size.width - left - right), h: Math.max(0, size.height - above - below) };
};

/** Marks over the picture that are not printed: grid of 5 and 10 mm, frames, handles. One unit is one millimetre. */
export function Marks({ paper, grid, label, over, chosen, body }: Props) {
  const lines = (length: number): number[] => Array.from({ length: Math.floor(length / 5) }, (_, i) => (i + 1) * 5);
  return (
    <svg className="pe-marks" viewBox={`0 0 ${paper.width} ${paper.height}`} aria-hidden="true">
      {grid ? (
        <g className="pe-grid">
          {lines(paper.width).map((x) => (
            <line key={`x${x}`} className={x % 10 === 0 ? 'pe-ten' : ''} x1={x} x2={x} y1={0} y2={paper.height} />
          ))}
          {lines(paper.height).map((y) => (
            <line key={`y${y}`} className={y % 10 === 0 ? 'pe-ten' : ''} x1={0} x2={paper.width} y1={y} y2={y} />
          ))}
        </g>
      ) : null}
      <g transform={`translate(${paper.left} ${paper.top})`}>
        {label ? <Box rect={label} className="pe-frame" /> : null}
        {body ? <Box rect={bodyRect(body)} className="pe-frame" /> : null}
        {over ? <Box rect={over} className="pe-over" /> : null}
        {chosen ? (
          <>
            <Box rect={rectOf(chosen)} className="pe-chosen" />
            {handlesOf(chosen).map((handle) => {
              const { x, y } = handleAt(chosen, handle);
              return <circle key={handle.name} className={`pe-handle pe-${handle.name}`} cx={x} cy={y} r={0.9} />;
            })}
          </>
        ) : null}
      </g>
    </svg>
  );
}
