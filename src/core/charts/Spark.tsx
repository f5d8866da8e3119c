import './charts.css';

/** A row of values as a line, the last one marked. Its newest value is written beside it by whoever draws it. */
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
