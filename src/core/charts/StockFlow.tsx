import type { CSSProperties } from 'react';
import { useFormat } from '../../providers/format.ts';
import { localeTag, useLocale } from '../../providers/i18n.ts';
import './stock-flow.css';

type Point = { day: string; in: number; out: number; level: number };
type Words = { label: string; today: string };
type Props = { points: readonly Point[]; words: Words; limit: { value: number; label: string } | null };

/** Heights of the drawings, in units of their view boxes. */
const LEVEL = 100;
const MOVES = 40;
/** Receipts that carry their figure; more would overlap. */
const NAMED = 3;
/** Share of the width that two figures need between them. */
const APART = 0.08;

const at = (share: number): CSSProperties => ({ '--at': share }) as CSSProperties;
const percent = (share: number): string => `${(share * 100).toFixed(3)}%`;

/** The level as steps: it changes within a day and keeps until the next. */
const steps = (points: readonly Point[], most: number): string =>
  points.map(({ level }, i) => `${i === 0 ? 'M0 ' : `H${i} V`}${(LEVEL * (1 - level / most)).toFixed(2)}`).join(' ');

/** The largest receipts that stand far enough apart, also from the figure of today at the right. */
function namedReceipts(points: readonly Point[]): { i: number; pieces: number }[] {
  const found: { i: number; pieces: number }[] = [];
  const receipts = points.map((point, i) => ({ i, pieces: point.in })).filter(({ pieces }) => pieces > 0);
  for (const one of receipts.sort((a, b) => b.pieces - a.pieces)) {
    if (found.length >= NAMED) break;
    if ([points.length - 1, ...found.map(({ i }) => i)].every((i) => Math.abs(i - one.i) / points.length > APART)) found.push(one);
  }
  return found;
}

/** Pieces on hand day by day as a line, and below it what came in (up) and went out (down). The last point is today. */
export function StockFlow({ points, words, limit }: Props) {
  const { number } = useFormat();
  const tag = localeTag(useLocale());
  const day = new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const most = Math.max(1, limit?.value ?? 0, ...points.map(({ level }) => level)) * 1.15;
  const moved = Math.max(1, ...points.map((point) => Math.max(point.in, point.out)));
  const last = points.at(-1);
  const width = points.length;
  const line = `${steps(points, most)} H${width}`;
  return (
    <figure className="f-flow" aria-label={words.label} role="img">
      <div className="f-flow-level">
        <svg viewBox={`0 0 ${width} ${LEVEL}`} preserveAspectRatio="none" aria-hidden="true">
          <path className="f-flow-area" d={`${line} V${LEVEL} H0 Z`} />
          <path className="f-flow-line" d={line} vectorEffect="non-scaling-stroke" />
        </svg>
        {limit ? (
          <span className="f-flow-limit" style={at(limit.value / most)}>
            <span>{limit.label}</span>
          </span>
        ) : null}
        {namedReceipts(points).map(({ i, pieces }) => (
          <b key={i} style={{ left: percent((i + 0.5) / width), bottom: percent((points[i]?.level ?? 0) / most) }}>
            +{number(pieces)}
          </b>
        ))}
        {last ? (
          <b className="f-flow-now" style={{ bottom: percent(last.level / most) }}>
            {number(last.level)}
          </b>
        ) : null}
      </div>
      <svg className="f-flow-moves" viewBox={`0 0 ${width} ${MOVES}`} preserveAspectRatio="none" aria-hidden="true">
        {points.map((point, i) => {
          const up = (MOVES / 2) * (point.in / moved);
          const down = (MOVES / 2) * (point.out / moved);
          return (
            <g key={point.day}>
              {up > 0 ? <rect className="f-flow-in" x={i + 0.15} width={0.7} y={MOVES / 2 - up} height={up} /> : null}
              {down > 0 ? <rect className="f-flow-out" x={i + 0.15} width={0.7} y={MOVES / 2} height={down} /> : null}
            </g>
          );
        })}
      </svg>
      <figcaption aria-hidden="true">
        {[0, Math.round(width / 3), Math.round((2 * width) / 3)].map((i) => (
          <time key={i} dateTime={points[i]?.day} style={{ left: percent(i / width) }}>
            {points[i] ? day.format(new Date(`${points[i].day}T00:00:00Z`)) : ''}
          </time>
        ))}
        <span>{words.today}</span>
      </figcaption>
    </figure>
  );
}
