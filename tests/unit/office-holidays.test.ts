import { describe, expect, it } from 'vitest';
import { easterSunday, holidaysOf, STATES, type State } from '#contract/office/holidays';

const dated = (state: State, year: number, options = {}) =>
  Object.fromEntries(holidaysOf(state, year, options).map(({ day, holiday }) => [holiday, day.slice(5)]));
const has = (state: State, year: number, holiday: string, options = {}) => holiday in dated(state, year, options);
const withHoliday = (year: number, holiday: string) => STATES.filter((state) => has(state, year, holiday));

describe('Easter', () => {
  it.each(['1961-04-02', '2000-04-23', '2024-03-31', '2025-04-20', '2026-04-05', '2038-04-25', '2285-03-22'])(
    'of that year is on %s',
    (day) => {
      expect(easterSunday(Number(day.slice(0, 4)))).toBe(day);
    },
  );
});

describe('public holidays', () => {
  it('of Bavaria in 2026', () => {
    expect(dated('BY', 2026)).toEqual({
      newYear: '01-01',
      epiphany: '01-06',
      goodFriday: '04-03',
      easterMonday: '04-06',
      labourDay: '05-01',
      ascension: '05-14',
      whitMonday: '05-25',
      corpusChristi: '06-04',
      unity: '10-03',
      allSaints: '11-01',
      christmas: '12-25',
      boxingDay: '12-26',
    });
    expect(has('BY', 2026, 'assumption', { assumption: true })).toBe(true);
    expect(has('NW', 2026, 'assumption', { assumption: true }), 'only Bavaria leaves it to the municipality').toBe(false);
  });

  it.each<[State, number, number]>([
    ['BE', 2018, 9],
    ['BE', 2019, 10],
    ['BE', 2025, 11],
    ['BE', 2026, 10],
    ['MV', 2022, 10],
    ['MV', 2023, 11],
    ['HH', 2016, 9],
    ['HH', 2017, 10],
    ['HH', 2018, 10],
    ['NI', 2026, 10],
    ['SH', 2026, 10],
    ['HB', 2026, 10],
    ['HE', 2026, 10],
    ['NW', 2026, 11],
    ['RP', 2026, 11],
    ['BW', 2026, 12],
    ['SL', 2026, 12],
    ['SN', 2026, 11],
    ['ST', 2026, 11],
    ['TH', 2018, 10],
    ['TH', 2019, 11],
    ['BB', 2026, 12],
  ])('%s has in %i that many: %i', (state, year, count) => {
    expect(holidaysOf(state, year)).toHaveLength(count);
  });

  it('of single states are where the law of the state says so', () => {
    expect(withHoliday(2026, 'epiphany')).toEqual(['BW', 'BY', 'ST']);
    expect(withHoliday(2026, 'corpusChristi')).toEqual(['BW', 'BY', 'HE', 'NW', 'RP', 'SL']);
    expect(withHoliday(2026, 'assumption')).toEqual(['SL']);
    expect(withHoliday(2016, 'reformation')).toEqual(['BB', 'MV', 'SN', 'ST', 'TH']);
    expect(withHoliday(2017, 'reformation')).toEqual([...STATES]);
    expect(withHoliday(2018, 'reformation')).toEqual(['BB', 'HB', 'HH', 'MV', 'NI', 'SH', 'SN', 'ST', 'TH']);
    expect(withHoliday(2026, 'allSaints')).toEqual(['BW', 'BY', 'NW', 'RP', 'SL']);
    expect(withHoliday(2026, 'womensDay')).toEqual(['BE', 'MV']);
    expect(withHoliday(2022, 'womensDay')).toEqual(['BE']);
    expect(withHoliday(2026, 'childrensDay')).toEqual(['TH']);
    expect(withHoliday(2026, 'easterSunday')).toEqual(['BB']);
  });

  it.each([
    [2022, '11-16'],
    [2023, '11-22'],
    [2025, '11-19'],
    [2026, '11-18'],
  ])('the Day of Repentance of %i, in Saxony alone, is on %s', (year, day) => {
    expect(dated('SN', year)['repentance']).toBe(day);
    expect(withHoliday(year, 'repentance')).toEqual(['SN']);
  });

  it('two may fall on one day, and years without rules are refused', () => {
    expect(dated('HH', 2008)).toMatchObject({ labourDay: '05-01', ascension: '05-01' });
    expect(() => holidaysOf('HH', 1994)).toThrow(RangeError);
  });
});
