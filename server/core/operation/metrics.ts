/** Metrics in the text format of Prometheus (exposition format 0.0.4). Only three kinds are needed, so no library is used. */
type Labels = Record<string, string>;

const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
const labelText = (labels: Labels): string => {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return parts.length > 0 ? `{${parts.join(',')}}` : '';
};

export type Sample = { labels?: Labels; value: number };
const head = (name: string, kind: string, help: string): string[] => [`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`];

/** One metric as lines. Samples without a finite value are omitted. */
export function lines(name: string, kind: 'counter' | 'gauge', help: string, samples: readonly Sample[]): string[] {
  const known = samples.filter(({ value }) => Number.isFinite(value));
  return known.length === 0
    ? []
    : [...head(name, kind, help), ...known.map(({ labels, value }) => `${name}${labelText(labels ?? {})} ${value}`)];
}

export type Counter = { add: (labels: Labels, by?: number) => void; lines: () => string[] };

export function createCounter(name: string, help: string): Counter {
  const counts = new Map<string, Required<Sample>>();
  return {
    add(labels, by = 1) {
      const key = labelText(labels);
      counts.set(key, { labels, value: (counts.get(key)?.value ?? 0) + by });
    },
    lines: () => lines(name, 'counter', help, [...counts.values()]),
  };
}

export type Histogram = { observe: (labels: Labels, value: number) => void; lines: () => string[] };
type Series = { labels: Labels; counts: number[]; sum: number; count: number };

/** `bounds` are ascending. A value counts in every bucket whose bound is at least the value. */
export function createHistogram(name: string, help: string, bounds: readonly number[]): Histogram {
  const all = new Map<string, Series>();
  const linesOf = ({ labels, counts, sum, count }: Series): string[] => {
    let below = 0;
    const buckets = bounds.map((bound, i) => {
      below += counts[i] ?? 0;
      return `${name}_bucket${labelText({ ...labels, le: String(bound) })} ${below}`;
    });
    return [
      ...buckets,
      `${name}_bucket${labelText({ ...labels, le: '+Inf' })} ${count}`,
      `${name}_sum${labelText(labels)} ${sum}`,
      `${name}_count${labelText(labels)} ${count}`,
    ];
  };
  return {
    observe(labels, value) {
      const key = labelText(labels);
      const series = all.get(key) ?? { labels, counts: bounds.map(() => 0), sum: 0, count: 0 };
      all.set(key, series);
      const at = bounds.findIndex((bound) => value <= bound);
      if (at >= 0) series.counts[at] = (series.counts[at] ?? 0) + 1;
      series.sum += value;
      series.count += 1;
    },
    lines: () => (all.size === 0 ? [] : [...head(name, 'histogram', help), ...[...all.values()].flatMap(linesOf)]),
  };
}
