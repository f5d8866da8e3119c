import { describe, expect, it } from 'vitest';
import { expired } from '../../server/core/backup/retention.ts';

const DAY = 86_400_000;
const END = Date.parse('2026-11-22T02:30:00Z');
const nameOf = (prefix: string, at: number): string => `${prefix}${new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '')}.backup`;
const kept = (names: string[]): string[] => {
  const gone = new Set(expired(names));
  return names.filter((name) => !gone.has(name));
};

describe('which backups are kept (P39)', () => {
  it('of a year of daily ones: 7 days, 4 weeks, 3 months, the newest of each', () => {
    const names = Array.from({ length: 365 }, (_none, n) => nameOf('daily-', END - n * DAY));
    const days = kept(names).map((name) => name.slice(6, 14));
    expect(days.slice(0, 7)).toEqual(['20261122', '20261121', '20261120', '20261119', '20261118', '20261117', '20261116']);
    // 22 November 2026 is a Sunday: its week, and the three before, by their Sundays; then the ends of the months before.
    expect(days.slice(7)).toEqual(['20261115', '20261108', '20261101', '20261031', '20260930']);
  });

  it('several of one day: the last one; and those of the past stay where none came for long', () => {
    const names = [nameOf('daily-', END), nameOf('daily-', END - 3_600_000), nameOf('daily-', END - 200 * DAY)];
    expect(expired(names)).toEqual([names[1]]);
  });

  it('backups before updates: the last three; what people made or named, always', () => {
    const updates = Array.from({ length: 5 }, (_none, n) => nameOf('before-update-', END - n * DAY));
    const others = [nameOf('backup-', END - 900 * DAY), 'daily-old.backup', 'notes.txt'];
    expect(expired([...updates, ...others])).toEqual(updates.slice(3));
  });
});
