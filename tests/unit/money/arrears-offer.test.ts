import { expect, test } from 'vitest';
import { holds } from '#contract/core/condition';
import { dunningLetters } from '../../../server/modules/money/dunning-letters/area.ts';

test('a sent letter offers a bill of interest and fees only if it has some, and only once', () => {
  const when = dunningLetters.masks.flatMap(({ actions = [] }) => actions).find(({ key }) => key === 'bill')?.when;
  const letter = { sentAt: '2026-11-29T08:00:00Z', invoiceId: null, interest: 0, flatSum: 0, fee: 0 };
  expect(when).toBeDefined();
  expect(holds(when, letter)).toBe(false);
  for (const kind of ['interest', 'flatSum', 'fee']) expect(holds(when, { ...letter, [kind]: 1 })).toBe(true);
  expect(holds(when, { ...letter, fee: 1, invoiceId: 'drafted' })).toBe(false);
  expect(holds(when, { ...letter, fee: 1, sentAt: null })).toBe(false);
});
