import { describe, expect, it } from 'vitest';
import { holds } from '#contract/core/condition';
import { arrearsInterest, baseRateOn, feeBeside, isRateKnown, nextLevel } from '#contract/money/arrears';
import { decideItem, isCovered, type OpenItem, type Scheme } from '#contract/money/dunning-decision';
import { dunningLetters } from '../../../server/modules/money/dunning-letters/area.ts';

/** The base rates that the Bundesbank announced. */
const RATES = [
  { validFrom: '2022-07-01', rate: -88 },
  { validFrom: '2024-01-01', rate: 362 },
  { validFrom: '2024-07-01', rate: 337 },
  { validFrom: '2025-01-01', rate: 227 },
  { validFrom: '2025-07-01', rate: 127 },
];

describe('interest on arrears of a business is 9 points over the base rate (§ 288 (2), § 247 BGB)', () => {
  it.each([
    // 1,000.00 at 9 + 2.27 = 11.27 %: 112.70 a year, 14 of 365 days.
    ['from the day after the due date to the day of the letter', '2025-06-16', '2025-06-30', 432],
    // 14 days at 11.27 % are 4.3227, 14 days at 10.27 % are 3.9392.
    ['with the rate of each half-year', '2025-06-16', '2025-07-14', 826],
    // 2 of 366 days at 12.62 %.
    ['by the days of a leap year', '2024-02-28', '2024-03-01', 69],
    // 7 of 366 days at 12.37 % are 2.3658, 7 of 365 days at 11.27 % are 2.1614.
    ['by the days of each year', '2024-12-24', '2025-01-07', 453],
    // A base rate below zero: 9 − 0.88 = 8.12 %, 10 of 365 days.
    ['with a base rate below zero', '2023-03-01', '2023-03-11', 222],
    ['not at all on the due date', '2025-06-16', '2025-06-16', 0],
    ['with the last known rate where the next is missing', '2026-01-01', '2026-01-31', 844],
  ])('%s', (_, dueOn, until, cents) => {
    expect(arrearsInterest(100_000, dueOn, until, RATES)).toBe(cents);
  });

  it('says whether the rate of the half-year was entered', () => {
    expect(baseRateOn(RATES, '2022-06-30')).toBeNull();
    expect(baseRateOn(RATES, '2025-06-30')).toBe(227);
    expect(isRateKnown(RATES, '2025-12-31')).toBe(true);
    expect(isRateKnown(RATES, '2026-01-01')).toBe(false);
  });

  it('adds a fee only as far as it exceeds the flat sum (§ 288 (5) sentence 3 BGB)', () => {
    expect([feeBeside(500, 0), feeBeside(500, 4000), feeBeside(5000, 4000)]).toEqual([500, 0, 1000]);
  });
});

const level = (afterDays: number, waitDays: number) => ({
  id: String(afterDays),
  afterDays,
  waitDays,
  payDays: 10,
  fee: 0,
  interest: false,
  flatSum: false,
  textEn: '',
  textDe: '',
  textCn: '',
});
const SCHEME: Scheme = { minimum: 500, levels: [level(7, 0), level(21, 14), level(35, 14)] };

describe('a level', () => {
  it('follows the one before, by one, whatever time has passed', () => {
    expect(nextLevel(SCHEME.levels, '2026-01-01', null)).toEqual({ level: 1, on: '2026-01-08' });
    expect(nextLevel(SCHEME.levels, '2026-01-01', { level: 1, sentOn: '2026-01-08' })).toEqual({ level: 2, on: '2026-01-22' });
    // The first letter came late: the second one waits for its days.
    expect(nextLevel(SCHEME.levels, '2026-01-01', { level: 1, sentOn: '2026-06-01' })).toEqual({ level: 2, on: '2026-06-15' });
    expect(nextLevel(SCHEME.levels, '2026-01-01', { level: 3, sentOn: '2026-06-01' })).toBeNull();
  });
});

const ITEM: OpenItem = {
  invoiceId: 'i',
  open: 10_000,
  disputed: 0,
  dueOn: '2026-01-01',
  lastLevel: 0,
  lastSentOn: null,
  isBlocked: false,
  blockedUntil: null,
  promisedUntil: null,
  isInRun: false,
};
const DAY = '2026-02-01';

describe('an overdue item', () => {
  it.each<[string, Partial<OpenItem>, string | null]>([
    ['goes into a letter', {}, null],
    ['goes into it with what is not disputed', { disputed: 4000 }, null],
    ['is left out if it is paid', { open: 0 }, 'paid'],
    ['is left out if all of it is disputed', { disputed: 10_000 }, 'disputed'],
    ['is left out while it is blocked', { isBlocked: true }, 'blocked'],
    ['is left out until the day of a promise', { promisedUntil: DAY }, 'promised'],
    ['goes into a letter once the promise is broken', { promisedUntil: '2026-01-31' }, null],
    ['is left out in another run', { isInRun: true }, 'inRun'],
    ['is left out below the minimum', { open: 499 }, 'belowMinimum'],
    ['is left out until its next level', { lastLevel: 1, lastSentOn: '2026-01-25' }, 'waiting'],
    ['is left out after the last level', { lastLevel: 3, lastSentOn: '2026-01-25' }, 'lastLevel'],
  ])('%s', (_, over, reason) => {
    expect(decideItem({ ...ITEM, ...over }, SCHEME, DAY).reason).toBe(reason);
  });

  it('says from when on it may be dunned, and of which level it is', () => {
    expect(decideItem({ ...ITEM, lastLevel: 1, lastSentOn: '2026-01-25' }, SCHEME, DAY)).toEqual({
      level: 2,
      reason: 'waiting',
      nextOn: '2026-02-08',
    });
    expect(decideItem({ ...ITEM, lastLevel: 1, lastSentOn: '2026-01-10' }, SCHEME, DAY)).toEqual({ level: 2, reason: null, nextOn: null });
    expect(decideItem(ITEM, null, DAY).reason).toBe('noScheme');
  });

  it('is not asked for while money of the party covers all of it', () => {
    expect(isCovered([ITEM, { ...ITEM, disputed: 4000 }], 16_000)).toBe(true);
    expect(isCovered([ITEM], 9999)).toBe(false);
    expect(isCovered([], 0)).toBe(false);
  });
});

it('a sent letter offers a bill of interest and fees only if it has some, and only once', () => {
  const when = dunningLetters.masks.flatMap(({ actions = [] }) => actions).find(({ key }) => key === 'bill')?.when;
  const letter = { sentAt: '2026-11-29T08:00:00Z', invoiceId: null, interest: 0, flatSum: 0, fee: 0 };
  expect(when).toBeDefined();
  expect(holds(when, letter)).toBe(false);
  for (const kind of ['interest', 'flatSum', 'fee']) expect(holds(when, { ...letter, [kind]: 1 })).toBe(true);
  expect(holds(when, { ...letter, fee: 1, invoiceId: 'drafted' })).toBe(false);
  expect(holds(when, { ...letter, fee: 1, sentAt: null })).toBe(false);
});
