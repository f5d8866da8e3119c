import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SetOffChoice, SetOffPair } from '#contract/bank/set-off';
import { openBank } from '../support/bank-desk.ts';
import { startServer } from '../support/server.ts';

const house = await openBank();
const { server, finance, merchant, merchantId, customerId, day, post, read, posted, changes } = house;
afterAll(() => server.close());

const BOOKS = ['1590', '1200', '1400', '1600'];
let supplierId = '';
let strangerId = '';

const line = (unitPrice: number) => ({
  id: randomUUID(),
  text: 'Pallets',
  qty: 1000,
  unit: '',
  unitPrice,
  discount: 0,
  vatCategory: 'S',
  vatRate: 1900,
});
/** An approved bill of 1.19 times the price, which has four digits after the point. */
async function bill(supplier: string, unitPrice: number, over: object = {}) {
  const gross = (unitPrice / 100) * 1.19;
  const made = await post('bills', {
    supplierId: supplier,
    theirNo: `SO-${randomUUID().slice(0, 8)}`,
    billDate: day,
    theirTotal: gross,
    lines: [line(unitPrice)],
    ...over,
  });
  expect(made).toMatchObject({ code: 'OK' });
  expect(await post(`bills/${made.data.id}/approve`, {})).toMatchObject({ code: 'OK' });
  return { id: made.data.id, gross };
}
const choice = (kind: string, id: string, token = finance) =>
  server.call<SetOffChoice>('GET', `/v0/bankEntries/setOff?kind=${kind}&id=${id}`, undefined, token);
const sides = (invoice: string, bills: { id: string; amount: number }[], amount: number, over: object = {}) => ({
  owed: { party: { kind: 'merchants', id: merchantId }, items: [{ id: invoice, amount }] },
  owing: { party: { kind: 'suppliers', id: supplierId }, items: bills },
  reference: 'Set-off of November',
  ...over,
});
type Made = { in: { id: string; no: string }; out: { id: string; no: string } };
const openSums = async () => {
  const { data } = await server.call<{ rows: { partyId: string; currency: string; total: number }[] }>(
    'GET',
    `/v0/balances?asOf=${day}`,
    undefined,
    finance,
  );
  return [merchantId, supplierId].map((id) => data.rows.find((row) => row.partyId === id && row.currency === 'EUR')?.total ?? 0);
};

beforeAll(async () => {
  const made = await post('suppliers', { name: 'Northwind Trading GmbH', vatId: 'DE136695976' });
  expect(made).toMatchObject({ code: 'OK' });
  supplierId = made.data.id;
  strangerId = (await post('suppliers', { name: 'Somebody Else' })).data.id;
});

describe('what a company owes and is owed', () => {
  it('is offered with both sides, the party that is the same company first', async () => {
    const invoice = await posted({ merchantId });
    const ofSupplier = await bill(supplierId, 1_000_000);
    await bill(strangerId, 1_000_000);
    const { data } = await choice('merchants', merchantId);
    expect(data.party.documents).toContainEqual(expect.objectContaining({ id: invoice.id, open: invoice.gross }));
    expect(data.others[0]).toMatchObject({ id: supplierId, documents: [{ id: ofSupplier.id, open: 11_900 }] });
    expect(data.others[0]?.evidence).toContain('vatId');
    // Documents of others are read when the party is chosen.
    expect(data.others.find(({ id }) => id === strangerId)).toMatchObject({ evidence: [], documents: [] });
    const path = `/v0/bankEntries/setOff?kind=merchants&id=${merchantId}&other=${strangerId}`;
    const chosen = await server.call<SetOffChoice>('GET', path, undefined, finance);
    expect(chosen.data.others.find(({ id }) => id === strangerId)).toMatchObject({ documents: [{ open: 11_900 }] });
    const { data: pairs } = await server.call<SetOffPair[]>('GET', '/v0/bankEntries/setOff/pairs', undefined, finance);
    expect(pairs).toContainEqual(
      expect.objectContaining({
        owed: expect.objectContaining({ kind: 'merchants', id: merchantId }),
        owing: { kind: 'suppliers', id: supplierId, name: 'Northwind Trading GmbH', open: 11_900 },
        currency: 'EUR',
      }),
    );
    expect(pairs.some(({ owing }) => owing.id === strangerId)).toBe(false);
    // The same pair from the other side.
    const back = await choice('suppliers', supplierId);
    expect(back.data.others[0]).toMatchObject({ kind: 'merchants', id: merchantId });
  });

  it('is set off once without money, to the cent on both sides, however often it is sent', async () => {
    const invoice = await posted({ merchantId });
    const bills = [await bill(supplierId, 500_000), await bill(supplierId, 1_000_000)];
    const items = [
      { id: bills[0]?.id ?? '', amount: 5950 },
      { id: bills[1]?.id ?? '', amount: 4050 },
    ];
    const body = sides(invoice.id, items, 10_000);
    const key = { 'idempotency-key': randomUUID() };
    const before = await openSums();
    const send = () => server.call<Made>('POST', '/v0/bankEntries/setOff', body, finance, key);
    const moved = await changes(BOOKS, async () => {
      const [first, second] = [await send(), await send()];
      expect(first).toMatchObject({ code: 'OK' });
      expect(second.data).toEqual(first.data);
    });
    expect(moved).toEqual([0, 0, -10_000, 10_000]);
    expect(await read('invoices', invoice.id)).toMatchObject({ open: invoice.gross - 10_000 });
    expect(await read('bills', items[0]?.id ?? '')).toMatchObject({ status: 'paid', open: 0 });
    expect(await read('bills', items[1]?.id ?? '')).toMatchObject({ open: 11_900 - 4050 });
    const after = await openSums();
    expect(after.map((sum, at) => sum - (before[at] ?? 0))).toEqual([-10_000, 10_000]);
  });

  it('is booked by exactly one of two nodes that do it at the same moment', async () => {
    const second = await startServer({ beside: server });
    try {
      for (let round = 0; round < 3; round += 1) {
        const invoice = await posted({ merchantId });
        const one = await bill(supplierId, 1_000_000);
        const body = sides(invoice.id, [{ id: one.id, amount: 11_900 }], 11_900);
        const moved = await changes(BOOKS, async () => {
          const both = await Promise.all([server, second].map((node) => node.call('POST', '/v0/bankEntries/setOff', body, finance)));
          expect(both.map(({ code }) => code).sort()).toEqual(['OK', 'StateRefused']);
        });
        expect(moved).toEqual([0, 0, -11_900, 11_900]);
        expect(await read('bills', one.id)).toMatchObject({ open: 0, settled: 11_900 });
        expect(await read('invoices', invoice.id)).toMatchObject({ open: invoice.gross - 11_900 });
      }
    } finally {
      await second.close();
    }
  });

  it('is taken back whole by reversing either payment', async () => {
    for (const half of ['in', 'out'] as const) {
      const invoice = await posted({ merchantId });
      const one = await bill(supplierId, 1_000_000);
      const before = await openSums();
      const moved = await changes(BOOKS, async () => {
        const { data } = await post<Made>('bankEntries/setOff', sides(invoice.id, [{ id: one.id, amount: 11_900 }], 11_900));
        expect(await post(`payments/${data[half].id}/reverse`, { reason: 'wrong bill' })).toMatchObject({ code: 'OK' });
        for (const { id } of [data.in, data.out]) expect(await read('payments', id)).toMatchObject({ status: 'reversed' });
        const again = await post(`payments/${data[half === 'in' ? 'out' : 'in'].id}/reverse`, { reason: 'again' });
        expect(again).toMatchObject({ data: 'invoices.refusals.paymentReversed' });
      });
      expect(moved).toEqual([0, 0, 0, 0]);
      expect(await openSums()).toEqual(before);
      expect(await read('bills', one.id)).toMatchObject({ open: 11_900 });
    }
  });

  it('is refused where sides, currencies or companies differ, and for bills that must not be paid', async () => {
    const invoice = await posted({ merchantId });
    const one = await bill(supplierId, 1_000_000);
    const item = { id: one.id, amount: 11_900 };
    const refused = (why: string) => ({ code: 'StateRefused', data: why });
    const before = await openSums();
    expect(await post('bankEntries/setOff', sides(invoice.id, [{ ...item, amount: 11_800 }], 11_900))).toMatchObject(
      refused('bankEntries.refusals.setOffDiffers'),
    );
    expect(await post('bankEntries/setOff', sides(invoice.id, [item], 11_900, { currency: 'USD' }))).toMatchObject(
      refused('invoices.refusals.otherCurrency'),
    );
    const dollars = await bill(supplierId, 1_000_000, { currency: 'USD' });
    expect(await post('bankEntries/setOff', sides(invoice.id, [{ id: dollars.id, amount: 11_900 }], 11_900))).toMatchObject(
      refused('invoices.refusals.otherCurrency'),
    );
    const other = await bill(strangerId, 1_000_000);
    const strange = sides(invoice.id, [{ id: other.id, amount: 11_900 }], 11_900, {
      owing: { party: { kind: 'suppliers', id: strangerId }, items: [{ id: other.id, amount: 11_900 }] },
    });
    expect(await post('bankEntries/setOff', strange)).toMatchObject(refused('bankEntries.refusals.setOffOtherCompany'));
    // A bill of another party than the one that is named.
    expect(await post('bankEntries/setOff', sides(invoice.id, [{ id: other.id, amount: 11_900 }], 11_900))).toMatchObject(
      refused('invoices.refusals.otherParty'),
    );
    const large = invoice.gross + 1;
    expect(await post('bankEntries/setOff', sides(invoice.id, [{ ...item, amount: large }], large))).toMatchObject(
      refused('invoices.refusals.overAllocated'),
    );
    await server.pool.query(`update bills set disputed_at = now() where id = $1`, [one.id]);
    expect(await post('bankEntries/setOff', sides(invoice.id, [item], 11_900))).toMatchObject(
      refused('bankEntries.refusals.setOffDisputed'),
    );
    await server.pool.query(`update bills set disputed_at = null where id = $1`, [one.id]);
    expect(await openSums()).toEqual(before);
    expect(await post('bankEntries/setOff', { ...strange, agreed: true })).toMatchObject({ code: 'OK' });
  });

  it('is set off by who may book bank entries, and by nobody else', async () => {
    expect(await choice('merchants', merchantId, merchant)).toMatchObject({ code: 'NotAllowed' });
    expect(await server.call('GET', '/v0/bankEntries/setOff/pairs', undefined, merchant)).toMatchObject({ code: 'NotAllowed' });
    expect(await post('bankEntries/setOff', {}, merchant)).toMatchObject({ code: 'NotAllowed' });
    const warehouse = await server.signIn('warehouse');
    expect(await choice('merchants', merchantId, warehouse)).toMatchObject({ code: 'NotAllowed' });
    expect(await choice('suppliers', merchantId)).toMatchObject({ code: 'NotFound' });
    expect(await choice('customers', customerId)).toMatchObject({ data: { party: { documents: [] } } });
  });
});
