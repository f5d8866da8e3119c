import { expect, test } from 'vitest';
import { COUNTRIES } from '#contract/core/countries';
import { alpha3 } from '../../server/modules/shipping/alpha-3.ts';

test('every country that an address can name has three letters of its own', () => {
  const three = COUNTRIES.map(alpha3);
  expect(COUNTRIES.filter((_, n) => three[n] === undefined)).toEqual([]);
  expect(new Set(three).size).toBe(COUNTRIES.length);
  expect(['DE', 'AT', 'CH', 'GB', 'CN'].map(alpha3)).toEqual(['DEU', 'AUT', 'CHE', 'GBR', 'CHN']);
});
