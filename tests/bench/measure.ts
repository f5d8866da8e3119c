import type { Cpu } from './cpu.ts';

/** One table of the report. */
export type Table = { title: string; note: string; head: string[]; rows: (string | number)[][] };

const digits = (value: number): string => (value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2));
export const ms = (value: number): string => digits(value);
export const times = (value: number): string => `${value.toFixed(1)}x`;
export const kB = (bytes: number): string => `${(bytes / 1000).toFixed(0)} kB`;

export function markdown({ title, note, head, rows }: Table): string {
  const line = (cells: (string | number)[]): string => `| ${cells.join(' | ')} |`;
  const align = head.map((_, i) => (i === 0 ? '---' : '--:'));
  return [`## ${title}`, '', note, '', line(head), line(align), ...rows.map(line), ''].join('\n');
}

export const quantile = (values: readonly number[], q: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))] ?? Number.NaN;

export type Timing = { p50: number; p95: number };

const timing = (values: readonly number[]): Timing => ({ p50: quantile(values, 0.5), p95: quantile(values, 0.95) });

/** Measures several things by turns, so that what else the machine does falls on all of them alike. */
export async function byTurns<K extends string>(
  runs: Readonly<Record<K, () => Promise<unknown>>>,
  { rounds, limit }: { rounds: number; limit: number },
): Promise<Record<K, Timing>> {
  const names = Object.keys(runs) as K[];
  const taken = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<K, number[]>;
  for (let warm = 0; warm < 5; warm += 1) for (const name of names) await runs[name]();
  const until = performance.now() + limit;
  for (let round = 0; round < rounds && performance.now() < until; round += 1) {
    for (const name of names) {
      const begun = performance.now();
      await runs[name]();
      taken[name].push(performance.now() - begun);
    }
  }
  return Object.fromEntries(names.map((name) => [name, timing(taken[name])])) as Record<K, Timing>;
}

type Rate = Timing & { perSecond: number; cpu: Cpu };
/** What is called, and what its server has used so far. */
type Side = { run: () => Promise<unknown>; cpu: () => Promise<Cpu> };

/** Calls a second, and CPU of each, of so many callers that each wait for their answer. */
async function rate({ run, cpu }: Side, connections: number, time: number): Promise<Rate> {
  const taken: number[] = [];
  const before = await cpu();
  const begun = performance.now();
  const caller = async (): Promise<void> => {
    while (performance.now() - begun < time) {
      const start = performance.now();
      await run();
      taken.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: connections }, caller));
  const perSecond = (taken.length * 1000) / (performance.now() - begun);
  const after = await cpu();
  const each = (used: number): number => used / taken.length;
  return {
    perSecond,
    cpu: { server: each(after.server - before.server), database: each(after.database - before.database) },
    ...timing(taken),
  };
}

/** The median of five bursts of each, by turns; the first burst warms up and does not count. */
export async function ratesByTurns<K extends string>(
  runs: Readonly<Record<K, Side>>,
  { connections = 20, time = 2_000 } = {},
): Promise<Record<K, Rate>> {
  const names = Object.keys(runs) as K[];
  const bursts = Object.fromEntries(names.map((name) => [name, [] as Rate[]])) as Record<K, Rate[]>;
  for (let round = 0; round < 6; round += 1)
    for (const name of names) {
      const burst = await rate(runs[name], connections, time);
      if (round > 0) bursts[name].push(burst);
    }
  const middle = (all: readonly Rate[]): Rate => {
    const [found] = all.toSorted((a, b) => a.perSecond - b.perSecond).slice(Math.floor(all.length / 2));
    if (!found) throw new Error('nothing was measured');
    return found;
  };
  return Object.fromEntries(names.map((name) => [name, middle(bursts[name])])) as Record<K, Rate>;
}
