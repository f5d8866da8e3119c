import { describe, expect, it } from 'vitest';
import { countPlaces, endsOf, patternFaults, placesOf } from '#contract/stock/place-pattern';
import { portionsOf } from '../../src/resources/stock/compartments/portions.ts';

const range = (from: string, to: string) => ({ from, to });
const HALL = { aisle: range('01', '12'), rack: range('01', '40'), level: range('A', 'E') };

describe('compartments by pattern', () => {
  it('01-01-A to 12-40-E are 2,400 compartments; a slot adds its part to the code', () => {
    expect(countPlaces(HALL)).toBe(2400);
    expect(endsOf(HALL)).toEqual({ first: '01-01-A', last: '12-40-E' });
    expect(patternFaults(HALL)).toEqual([]);
    expect(endsOf({ ...HALL, slot: range('1', '4') }).last).toBe('12-40-E-4');
    expect(endsOf({ ...HALL, pattern: 'H1.{aisle}/{level}{rack}' }).first).toBe('H1.01/A01');
  });

  it('the pick sequence goes up one aisle and down the next', () => {
    const codes = placesOf({ aisle: range('1', '2'), rack: range('8', '10'), level: range('A', 'A') }).map(({ code }) => code);
    expect(codes).toEqual(['1-8-A', '1-9-A', '1-10-A', '2-10-A', '2-9-A', '2-8-A']);
  });

  it('an empty or reversed range and a code with other signs are refused', () => {
    expect(patternFaults({ ...HALL, rack: range('', '40') })).toEqual([{ path: 'rack', rule: 'range' }]);
    expect(patternFaults({ ...HALL, slot: range('4', '1') })).toEqual([{ path: 'slot', rule: 'range' }]);
    expect(patternFaults({ ...HALL, pattern: '{aisle} {rack} {level}' })).toEqual([{ path: 'pattern', rule: 'codePattern' }]);
  });
});

it('labels are printed in portions of whole aisles; an aisle with more places than a job holds is divided', () => {
  const aisle = (name: string, places: number) => ({ warehouseId: '', aisle: name, places, first: `${name}-01`, last: `${name}-99` });
  const portions = portionsOf([aisle('01', 900), aisle('02', 900), aisle('03', 900), aisle('04', 4500), aisle('05', 100)], 2000);
  expect(portions.map(({ aisles, skip, count }) => [aisles.join(), skip, count])).toEqual([
    ['01,02', 0, 1800],
    ['03', 0, 900],
    ['04', 0, 2000],
    ['04', 2000, 2000],
    ['04', 4000, 500],
    ['05', 0, 100],
  ]);
});
