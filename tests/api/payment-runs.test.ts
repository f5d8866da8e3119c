import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { addDays } from '#contract/core/house-day';
import { camtFile, germanIban } from '../support/bank-files.ts';
import { openBooks, type Row, today } from '../support/books.ts';

const { server, finance, bank, post, read } = await openBooks();
afterAll(() => server.close());

const manager = await server.signIn('manager');
const OWN = germanIban('10020030', 1_234_567);
const THEIRS = germanIban('20041133', 42);
const day = today();
const { id: bankAccountId } = (
  await post('bankAccounts', { name: 'Main', holder: 'Kontor Lager & Söhne', iban: OWN, bic: 'COBADEFFXXX', accountId: bank })
).data;

async function supplier(over: object = {}): Promise<Row> {
  const made = await post('suppliers', {
    name: `Paletten Groß & Co. ${randomUUID().slice(0, 6)}`,
    iban: THEIRS,
    discountDays: 10,
    discountPercent: 200,
    address: {
      name1: 'P',
      name2: '',
      streetName: 'Hafenstraße',
      streetNumber: '7b',
      zip: '20457',
      city: 'Hamburg',
      country: 'DE',
      phone: '',
      email: '',
      addition: '',
    },
    ...over,
  });
  expect(made).toMatchObject({ code: 'OK' });
  return made.data;
}
async function bill(supplierId: string, over: object = {}): Promise<Row> {
  const lines = [
    { id: randomUUID(), text: 'Pallets', qty: 1000, unit: '', unitPrice: 1_000_000, discount: 0, vatCategory: 'S', vatRate: 1900 },
  ];
  const made = await post('bills', {
    supplierId,
    theirNo: `RE-${randomUUID().slice(0, 8)}`,
    billDate: day,
    theirTotal: 11_900,
    lines,
    ...over,
  });
  expect(await post(`bills/${made.data.id}/approve`, {})).toMatchObject({ code: 'OK' });
  return read('bills', made.data.id);
}
type Due = { id: string; blocked: string | null; discount: number; open: number };
const due = async (): Promise<Due[]> =>
  (await server.call<Due[]>('GET', `/v0/paymentRuns/due?until=${addDays(day, 60)}&executeOn=${day}`, undefined, finance)).data;
const prepare = (bills: string[], over: object = {}) =>
  post<{ id: string }>('paymentRuns/prepare', { bankAccountId, executeOn: day, bills: bills.map((billId) => ({ billId })), ...over });
const fileOf = async (id: string): Promise<string> =>
  (await fetch(`${server.url}/v0/paymentRuns/${id}/file`, { headers: { 'x-token': finance } })).text();

describe('a payment run', () => {
  it('proposes what is due with its discount, and names what cannot be paid', async () => {
    const fine = await bill((await supplier()).id);
    const noIban = await bill((await supplier({ iban: '' })).id);
    const disputed = await bill((await supplier()).id);
    await post(`bills/${disputed.id}/dispute`, { reason: 'broken' });
    const rows = await due();
    const of = (id: string) => rows.find((row) => row.id === id);
    expect(of(fine.id)).toMatchObject({ blocked: null, discount: 238, open: 11_900 });
    expect(of(noIban.id)).toMatchObject({ blocked: 'noIban' });
    expect(of(disputed.id)).toMatchObject({ blocked: 'disputed' });
    expect(await prepare([noIban.id])).toMatchObject({ code: 'StateRefused', data: 'paymentRuns.refusals.blocked' });
  });

  it('is approved by a second person, written once, and settled by the statement', async () => {
    const party = await supplier();
    const [one, two] = [await bill(party.id), await bill(party.id)];
    const made = await prepare([one.id, two.id]);
    expect(made).toMatchObject({ code: 'OK' });
    const { id } = made.data;
    expect(await read('paymentRuns', id)).toMatchObject({ status: 'draft', orders: 2, total: 2 * 11_662 });
    expect((await due()).find((row) => row.id === one.id)).toMatchObject({ blocked: 'inRun' });
    expect(await post(`paymentRuns/${id}/send`)).toMatchObject({ data: 'paymentRuns.refusals.notApproved' });
    expect(await post(`paymentRuns/${id}/approve`)).toMatchObject({ data: 'paymentRuns.refusals.ownRun' });
    expect(await post(`paymentRuns/${id}/approve`, undefined, manager)).toMatchObject({ code: 'OK' });
    expect(await post(`paymentRuns/${id}/send`)).toMatchObject({ code: 'OK' });
    expect(await post(`paymentRuns/${id}/send`)).toMatchObject({ code: 'OK' });
    expect(await post(`paymentRuns/${id}/cancel`)).toMatchObject({ data: 'paymentRuns.refusals.alreadySent' });
    const xml = await fileOf(id);
    expect(xml).toContain('pain.001.001.09');
    expect(xml.match(/<NbOfTxs>2<\/NbOfTxs><CtrlSum>233.24<\/CtrlSum>/g)).toHaveLength(2);
    expect(xml).toContain('<Nm>Kontor Lager + Soehne</Nm>');
    expect(xml).toContain(
      '<PstlAdr><StrtNm>Hafenstrasse</StrtNm><BldgNb>7b</BldgNb><PstCd>20457</PstCd><TwnNm>Hamburg</TwnNm><Ctry>DE</Ctry></PstlAdr>',
    );
    expect(xml).toContain(`<Ustrd>${String(one['theirNo'])}</Ustrd>`);
    const references = [...xml.matchAll(/<EndToEndId>(P-\d+)<\/EndToEndId>/g)].map((match) => match[1] ?? '');
    expect(references).toHaveLength(2);

    const movements = references.map((endToEnd, i) => ({
      bookedOn: day,
      amount: -11_662,
      name: 'Paletten',
      iban: THEIRS,
      endToEnd,
      bankRef: `PR${i}`,
    }));
    const form = new FormData();
    form.append('file', new Blob([camtFile({ iban: OWN, number: '1', opening: 0, movements, on: day })]), 'a.xml');
    expect(await server.call('POST', '/v0/bankStatements/upload', form, finance)).toMatchObject({ code: 'OK' });
    expect(await post('bankEntries/bookAutomatic', { bankAccountId })).toMatchObject({ data: { booked: 2, left: 0 } });
    expect(await read('paymentRuns', id)).toMatchObject({ status: 'settled' });
    expect(await read('bills', one.id)).toMatchObject({ status: 'paid' });
    const { rows } = await server.pool.query(`select no, amount::int, deducted::int from payments where no = any($1) order by no`, [
      references,
    ]);
    expect(rows).toEqual([...references].sort().map((no) => ({ no, amount: 11_900, deducted: 238 })));
  });

  it('frees its bills when it is cancelled, and is refused where a bill was paid meanwhile', async () => {
    const paid = await bill((await supplier({ discountDays: 0 })).id);
    const first = (await prepare([paid.id])).data.id;
    expect(await post(`paymentRuns/${first}/cancel`)).toMatchObject({ code: 'OK' });
    const second = (await prepare([paid.id])).data.id;
    expect(await prepare([paid.id])).toMatchObject({ data: 'paymentRuns.refusals.blocked' });
    await post(`paymentRuns/${second}/approve`, undefined, manager);
    const payment = await post('payments', {
      supplierId: paid['supplierId'],
      direction: 'out',
      accountId: bank,
      paidOn: day,
      amount: 11_900,
    });
    await post(`payments/${payment.data.id}/allocate`, { items: [{ kind: 'bill', id: paid.id, amount: 11_900 }] });
    expect(await post(`paymentRuns/${second}/send`)).toMatchObject({ data: 'paymentRuns.refusals.changed' });
    expect(await prepare([paid.id], { executeOn: addDays(day, -1) })).toMatchObject({
      code: 'InvalidInput',
      data: [{ path: 'executeOn' }],
    });
  });

  it('cannot be approved by whoever prepared it, by any statement of SQL', async () => {
    await expect(server.pool.query(`update payment_runs set approved_by = prepared_by, status = 'approved'`)).rejects.toThrow(
      'payment_runs_two',
    );
  });
});
