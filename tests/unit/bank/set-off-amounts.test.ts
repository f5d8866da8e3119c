import { expect, it } from 'vitest';
import { isReady, proposeSides, sumOf, toggle } from '../../../src/resources/bank/bank-entries/set-off-amounts.ts';

const document = (id: string, open: number, dueDate = '2026-11-01') => ({ id, no: id, dueDate, currency: 'EUR' as const, open });
const documents = {
  owed: [document('late', 300, '2026-10-01'), document('next', 900)],
  owing: [document('bill', 500), document('other', 200)],
};

it('the smaller side of a set-off is proposed whole, and of the larger one the documents that are due first', () => {
  const amounts = proposeSides(documents);
  expect(amounts).toEqual({ owed: { late: 300, next: 400 }, owing: { bill: 500, other: 200 } });
  expect(isReady(amounts, documents)).toBe(true);
});

it('a document that is ticked gets what its side lacks', () => {
  const without = toggle(proposeSides(documents), 'owing', documents.owing[1] ?? document('', 0));
  expect(sumOf(without.owing)).toBe(500);
  expect(isReady(without, documents)).toBe(false);
  const less = toggle(without, 'owed', documents.owed[1] ?? document('', 0));
  const again = toggle(less, 'owed', documents.owed[1] ?? document('', 0));
  expect(again.owed).toEqual({ late: 300, next: 200 });
  expect(isReady(again, documents)).toBe(true);
  expect(isReady({ ...again, owed: { late: 301, next: 199 } }, documents)).toBe(false);
});
