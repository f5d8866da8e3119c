import { expect, test } from 'vitest';
import { stateAt } from '../../server/modules/shipping/ups/country-parts.ts';

/** UPS takes no parcel to the USA or Canada without a state, which our addresses have no field for. */

test.each([
  ['02108', 'MA'],
  ['06320', 'CT'],
  ['19901', 'DE'],
  ['20500', 'DC'],
  ['30301', 'GA'],
  ['39901', 'GA'],
  ['33101', 'FL'],
  ['60601', 'IL'],
  ['73301', 'TX'],
  ['75201', 'TX'],
  ['83001', 'WY'],
  ['88510', 'TX'],
  ['90210', 'CA'],
  ['96701', 'HI'],
  ['98101', 'WA'],
  ['99501', 'AK'],
])('the postal code %s of the USA lies in %s', (zip, state) => {
  expect(stateAt({ country: 'US', zip })).toBe(state);
});

test('provinces of Canada follow from the letter; other countries and unknown codes have no state', () => {
  const inCanada = (zip: string) => stateAt({ country: 'CA', zip });
  expect([inCanada('H2X 1Y4'), inCanada('v6b 1a1'), inCanada('X0A 0H0'), inCanada('X1A 1A1')]).toEqual(['QC', 'BC', 'NU', 'NT']);
  expect([
    stateAt({ country: 'US', zip: 'ABC' }),
    stateAt({ country: 'US', zip: '00901' }),
    stateAt({ country: 'DE', zip: '20457' }),
  ]).toEqual([undefined, undefined, undefined]);
});
