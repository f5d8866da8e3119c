import { describe, expect, it } from 'vitest';
import { periodBefore } from '../../../src/resources/money/transactions/period-before.ts';

describe('the period that a result is compared with', () => {
  it.each([
    ['a whole month', ['2026-03-01', '2026-03-31'], ['2026-02-01', '2026-02-28']],
    ['the shortest month', ['2026-02-01', '2026-02-28'], ['2026-01-01', '2026-01-31']],
    ['a month so far', ['2026-11-01', '2026-11-29'], ['2026-10-01', '2026-10-29']],
    ['a month so far, longer than the month before', ['2026-03-01', '2026-03-30'], ['2026-02-01', '2026-02-28']],
    ['January', ['2026-01-01', '2026-01-31'], ['2025-12-01', '2025-12-31']],
    ['a quarter', ['2026-01-01', '2026-03-31'], ['2025-10-01', '2025-12-31']],
    ['a year', ['2025-01-01', '2025-12-31'], ['2024-01-01', '2024-12-31']],
    ['days within a month', ['2026-11-09', '2026-11-15'], ['2026-11-02', '2026-11-08']],
    ['one day', ['2026-11-09', '2026-11-09'], ['2026-11-08', '2026-11-08']],
  ])('of %s is as long, before it', (_name, [from = '', to = ''], [earlier, until]) => {
    expect(periodBefore({ from, to })).toEqual({ from: earlier, to: until });
  });
});
