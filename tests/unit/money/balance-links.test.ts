import { describe, expect, it } from 'vitest';
import { addDays } from '#contract/core/house-day';
import { AGES, ageOf } from '#contract/money/open';
import { documentsUntil, itemsBehind } from '../../../src/resources/money/invoices/behind.ts';

const of = { partyKind: 'merchants', partyId: 'm1', currency: 'EUR' } as const;
const read = (path: string) => new URLSearchParams(path.split('?')[1]);

describe('a figure of the balances', () => {
  it('leads to exactly the items of its age', () => {
    const on = '2026-03-31';
    for (const { key } of AGES) {
      const params = read(itemsBehind(of, key, on));
      for (let late = -120; late <= 120; late++) {
        const due = addDays(on, -late);
        const within = due <= (params.get('f.dueDate.lte') ?? '9999') && due >= (params.get('f.dueDate.gte') ?? '0000');
        expect(within, `${key}, ${late} days late`).toBe(ageOf(due, on) === key);
      }
    }
  });
  it('leads to the party’s money where it is money, to bills where we owe, and to all documents of a past day', () => {
    expect(itemsBehind(of, 'unallocated', '2026-03-31')).toBe('/accounting/payment?f.merchantId=m1&f.currency=EUR&f.open.gt=0');
    expect(itemsBehind({ ...of, partyKind: 'suppliers' }, 'total', '2026-03-31')).toBe(
      '/finance/payables?f.supplierId=m1&f.currency=EUR&f.open.gt=0',
    );
    expect(documentsUntil({ ...of, partyKind: 'customers' }, '2026-03-31')).toBe(
      '/sales/invoices?f.customerId=m1&f.currency=EUR&f.issueDate.lte=2026-03-31',
    );
  });
});
