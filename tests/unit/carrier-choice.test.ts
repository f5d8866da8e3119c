import { expect, test } from 'vitest';
import { chooseRate, type OfferedRate } from '#contract/shipping/carrier-choice';

/** Which carrier takes an order, by what carriers ask for it. */

const rate = (carrier: string, amount: number, days: number | null, more: Partial<OfferedRate> = {}): OfferedRate => ({
  carrierId: `00000000-0000-7000-8000-0000000000${carrier.charCodeAt(0)}`,
  carrier,
  service: '',
  amount,
  currency: 'EUR',
  days,
  ...more,
});
const nobody = { carrierId: null, service: '' };
const [a, b, c] = [rate('A', 500, 1), rate('B', 400, 3), rate('C', 450, null)];

test('the cheapest offer wins, and the next one says by how much', () => {
  expect(chooseRate('cheapest', [a, b, c], nobody)).toEqual({ reason: 'cheapest', chosen: b, next: c });
});

test('the fastest offer wins; a carrier that names no days cannot', () => {
  expect(chooseRate('fastest', [c, b, a], nobody)).toEqual({ reason: 'fastest', chosen: a, next: b });
  expect(chooseRate('fastest', [c], nobody)).toEqual({ reason: 'noDays', chosen: null, next: null });
});

test('of two equal offers the faster or cheaper one wins, then the carrier of the order, then the name', () => {
  expect(chooseRate('cheapest', [rate('A', 400, 3), rate('B', 400, 1)], nobody).chosen?.carrier).toBe('B');
  expect(chooseRate('fastest', [rate('A', 500, 1), rate('B', 400, 1)], nobody).chosen?.carrier).toBe('B');
  const twins = [rate('A', 400, 1), rate('B', 400, 1)];
  expect(chooseRate('cheapest', twins, nobody).chosen?.carrier).toBe('A');
  expect(chooseRate('cheapest', twins, { carrierId: twins[1]?.carrierId ?? null, service: '' }).chosen?.carrier).toBe('B');
});

test('the order keeps its carrier if nothing was offered or its merchant compares nothing', () => {
  expect(chooseRate('cheapest', [], nobody)).toEqual({ reason: 'noRates', chosen: null, next: null });
  expect(chooseRate('fixed', [a, b], nobody)).toEqual({ reason: 'fixed', chosen: null, next: null });
  expect(chooseRate('cheapest', [a], nobody)).toEqual({ reason: 'onlyOne', chosen: a, next: null });
});

test('offers in another currency than most are not compared', () => {
  expect(chooseRate('cheapest', [a, b, rate('D', 1, 1, { currency: 'CNY' })], nobody).chosen).toEqual(b);
});
