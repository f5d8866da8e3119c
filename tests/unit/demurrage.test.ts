import { describe, expect, it } from 'vitest';
import { bandFaults, chargeOf } from '#contract/freight/demurrage';

const BANDS = [
  { from: 1, perDay: 5500 },
  { from: 4, perDay: 9500 },
];
const LAST = '2026-03-10';
const charge = (end: string | null, today = '2026-03-16') => chargeOf(LAST, end, today, BANDS);

describe('demurrage and detention', () => {
  it('begin on the day after the last free day, each day at the price of its band', () => {
    expect(charge(null, '2026-03-10')).toMatchObject({ days: 0, amount: 0, perDay: 5500 });
    expect(charge(null, '2026-03-11')).toMatchObject({ days: 1, amount: 5500, perDay: 5500 });
    // Three days at 55.00 and three at 95.00.
    expect(charge(null)).toEqual({ lastFreeDay: LAST, days: 6, amount: 45_000, perDay: 9500, ended: false });
  });
  it('end with the pick-up or the return, whose day still counts', () => {
    expect(charge('2026-03-13')).toEqual({ lastFreeDay: LAST, days: 3, amount: 16_500, perDay: null, ended: true });
    expect(charge('2026-03-09')).toMatchObject({ days: 0, amount: 0, ended: true });
  });
  it('are counted over a change of clocks by calendar days', () => {
    expect(chargeOf('2026-03-28', null, '2026-03-30', BANDS)).toMatchObject({ days: 2, amount: 11_000 });
  });
  it('have days but no amount without a tariff, and are nothing before the time runs', () => {
    expect(chargeOf(LAST, null, '2026-03-16', [])).toMatchObject({ days: 6, amount: null, perDay: null });
    expect(chargeOf(null, null, '2026-03-16', BANDS)).toBeNull();
  });
  it('have bands that begin on day 1 and go up', () => {
    expect(bandFaults('demurrage', BANDS)).toEqual([]);
    expect(bandFaults('demurrage', BANDS.slice(1))).toEqual([{ path: 'demurrage', rule: 'bandsFromOne' }]);
    expect(bandFaults('detention', [...BANDS, { from: 4, perDay: 1 }])).toEqual([{ path: 'detention', rule: 'bandsInOrder' }]);
  });
});
