import './charts.css';

/** A row of values as a line with the last one marked. The caller writes the newest value beside it. */
export function Spark({ values, label }: { values: readonly number[]; label: string }) {
  const top = Math.max(1, ...values);
  const step = values.length > 1 ? 100 / (values.length - 1) : 0;
  const points = values.map((value, i) => [i * step, 22 - (20 * value) / top] as const);
  const [x, y] = points.at(-1) ?? [0, 22];
  return (
    <svg className="f-spark" viewBox="-3 0 106 24" preserveAspectRatio="none" role="img" aria-label={label}>
      <polyline points={points.map((point) => point.join(',')).join(' ')} vectorEffect="non-scaling-stroke" />
      <circle cx={x} cy={y} r="2" />
    </svg>
  );
}
