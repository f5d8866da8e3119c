import { expect, test } from 'vitest';
import { isDeclared } from '#contract/shipping/customs-union';

test.each([
  ['DE', '10115', false],
  ['DE', '27498', true],
  ['DE', '78266', true],
  ['AT', '1010', false],
  ['DK', '1050', false],
  ['DK', '3900', true],
  ['DK', '100', true],
  ['ES', '28001', false],
  ['ES', '35001', true],
  ['ES', '52001', true],
  ['FI', '00100', false],
  ['FI', '22100', true],
  ['FR', '75001', false],
  ['FR', '97400', true],
  ['FR', '98800', true],
  ['FR', '98000', false],
  ['MC', '98000', false],
  ['GR', '630 86', true],
  ['GR', '10431', false],
  ['IT', '20121', false],
  ['IT', '23041', true],
  ['GB', 'sw1a 1aa', true],
  ['GB', 'bt1 5gs', false],
  ['CH', '8001', true],
  ['NO', '0150', true],
  ['US', '10001', true],
])('goods to %s %s are declared to the customs: %s', (country, zip, expected) => {
  expect(isDeclared({ country, zip })).toBe(expected);
});
