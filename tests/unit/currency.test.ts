import { describe, expect, it } from 'vitest';
import { majorOf, minorDigits, minorOf } from '#contract/core/currency';
import { collected } from '../../server/modules/channels/shops/collected.ts';

describe('an amount', () => {
  it.each([
    ['49.90', 'EUR', 4990],
    ['0.29', 'USD', 29],
    [1.1, 'GBP', 110],
    ['1995', 'JPY', 1995],
    ['1995.0', 'KRW', 1995],
    ['12.345', 'KWD', 12_345],
    ['4.005', 'TND', 4005],
    ['-3.2', 'EUR', -320],
  ])('%s %s is %i of the smallest unit, and back', (amount, currency, minor) => {
    expect(minorOf(amount, currency)).toBe(minor);
    expect(majorOf(minor, currency)).toBe(Number(amount));
  });

  it('has the decimal places that browsers and the server give the currencies of the house', () => {
    for (const currency of ['EUR', 'USD', 'CNY', 'GBP', 'JPY', 'KWD', 'CHF'])
      expect(minorDigits(currency)).toBe(
        new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits,
      );
  });
});

describe('what a customer pays at the door', () => {
  it('is the amount of the order in a currency of the house; in another one the order waits, and nothing is left out in silence', () => {
    expect(collected('49.9', 'EUR')).toEqual({ amounts: { codAmount: 4990, currency: 'EUR' } });
    expect(collected(0, 'EUR')).toEqual({ amounts: {} });
    expect(collected('1995', 'JPY')).toEqual({ amounts: {}, hold: 'otherCurrency', message: '1995 JPY' });
  });
});
