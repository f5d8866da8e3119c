/** The lines of a carrier's e-invoice against the labels. */
import { afterAll, describe, expect, it } from 'vitest';
import type { IncomingDocument } from '#contract/money/incoming-bills';
import { writeCii } from '../../server/modules/money/e-invoice/cii.ts';
import { writeUbl } from '../../server/modules/money/e-invoice/ubl.ts';
import { germanIban } from '../support/bank-files.ts';
import { openBooks, type Row, today } from '../support/books.ts';
import { buyLabels, listFile, totalOf, trackingNo } from '../support/carrier-list.ts';
import { supplierInvoice } from '../support/e-invoice/supplier-invoice.ts';

const { server, finance, post, read } = await openBooks();
afterAll(() => server.close());
const carrier = await server.signIn('carrier');
const rowsOf = async (text: string, values: unknown[] = []) => (await server.pool.query(text, values)).rows;
const [IBAN, VAT_ID] = [germanIban('20041133', 52), 'DE136695976'];
const supplier = (await post('suppliers', { name: 'Hansa Fracht GmbH', vatId: VAT_ID, iban: IBAN })).data;
const [own] = await rowsOf(
  `update carriers set supplier_id = $1 where id = (select carrier_id from users where account = 'carrier@kontor.example') returning id`,
  [supplier.id],
);
const merchants = (await rowsOf(`select id from merchants where currency = 'EUR' order by no limit 2`)).map(({ id }) => id);
let next = 0;
/** Labels of 4.00, one of them void. */
async function labels(count: number, over: { isVoid?: boolean } = {}): Promise<string[]> {
  const made = Array.from({ length: count }, () => trackingNo(++next));
  const bought = made.map((no) => ({ trackingNo: no, cost: 400, weight: 900, zone: '1', service: 'PAKET', isVoid: false, ...over }));
  await buyLabels(server.pool, own.id, merchants, bought);
  return made;
}
const billed = (no: string, lines: { name: string; cents: number }[]) =>
  supplierInvoice({
    no,
    issueDate: today(),
    iban: IBAN,
    seller: { name: 'Hansa Fracht GmbH', vatId: VAT_ID },
    lines: lines.map(({ name, cents }) => ({ name, qty: 1000, price: cents * 100 })),
  });
async function received(content: string, token = carrier): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([content]), 'invoice.xml');
  const made = await server.call<Row>('POST', '/v0/incomingBills/upload', form, token);
  expect(made).toMatchObject({ code: 'OK' });
  return made.data.id;
}
const codesOf = async (id: string): Promise<string[]> =>
  (await server.call<IncomingDocument>('GET', `/v0/incomingBills/${id}/document`, undefined, finance)).data.findings.map(
    ({ code }) => code,
  );
const takeOver = async (id: string, party: object = { carrierId: own.id }): Promise<string> => {
  const made = await post<Row>(`incomingBills/${id}/takeOver`, party);
  expect(made).toMatchObject({ code: 'OK' });
  return made.data.id;
};
const comparedOf = (billId: string) => rowsOf('select * from carrier_bills where bill_id = $1 order by created_at', [billId]);
const linesOf = (id: string) =>
  rowsOf('select result, kind, difference::int, state from carrier_bill_lines where carrier_bill_id = $1 order by position', [id]);

describe('the lines of a carrier’s e-invoice', () => {
  it('are compared with the labels when it becomes a bill: in UBL and in CII, from the gate and by an upload of the house', async () => {
    for (const [no, write, token, party] of [
      ['L-1', writeUbl, carrier, { carrierId: own.id }],
      ['L-2', writeCii, finance, { supplierId: supplier.id }],
    ] as const) {
      const [right = '', dear = '', more = ''] = await labels(3);
      const [gone = ''] = await labels(1, { isVoid: true });
      const lines = [
        { name: `Paket ${right}`, cents: 400 },
        { name: `Paket ${dear}`, cents: 480 },
        { name: `Paket ${more}`, cents: 400 },
        { name: `Sperrgutzuschlag ${more}`, cents: 250 },
        { name: `Paket ${gone}`, cents: 400 },
        { name: `Paket ${trackingNo(90_000 + next)}`, cents: 400 },
        { name: `Pakete ${right}, ${dear}`, cents: 100 },
      ];
      const id = await received(write(billed(no, lines)), token);
      expect(await codesOf(id)).toEqual(expect.arrayContaining(['parcelsFound', 'parcelsShared']));
      const billId = await takeOver(id, party);
      const [compared] = await comparedOf(billId);
      expect(compared).toMatchObject({ carrier_id: own.id, bill_no: no, profile_id: null, parcels: 5, costs: 6, undecided: 4 });
      expect(await linesOf(compared.id)).toEqual([
        { result: 'ok', kind: 'base', difference: 0, state: 'none' },
        { result: 'costDiffers', kind: 'base', difference: 80, state: 'open' },
        { result: 'ok', kind: 'base', difference: 0, state: 'none' },
        { result: 'surcharge', kind: 'size', difference: 250, state: 'open' },
        { result: 'labelVoid', kind: 'base', difference: 400, state: 'open' },
        { result: 'notOurs', kind: 'base', difference: 400, state: 'open' },
      ]);
      expect(await read('carrierBills', compared.id)).toMatchObject({ billId, profileId: null, difference: 1130 });
    }
  });

  it('that differ are disputed with the carrier or charged to the merchant, as those of a list', async () => {
    const [dear = '', more = ''] = await labels(2);
    const lines = [
      { name: `Paket ${dear}`, cents: 480 },
      { name: `Paket ${more}`, cents: 400 },
      { name: `Sperrgut ${more}`, cents: 250 },
    ];
    const [{ id }] = (await comparedOf(await takeOver(await received(writeUbl(billed('L-3', lines)))))) as [Row];
    expect(await post(`carrierBills/${id}/decide`, { result: 'costDiffers', decision: 'dispute' })).toMatchObject({ data: { done: 1 } });
    expect(await post(`carrierBills/${id}/decide`, { result: 'surcharge', decision: 'charge' })).toMatchObject({ data: { done: 1 } });
    expect((await linesOf(id)).map(({ state }) => state)).toEqual(['disputed', 'none', 'charged']);
    expect(await rowsOf('select amount::int, state from carrier_disputes where carrier_bill_id = $1', [id])).toEqual([
      { amount: 80, state: 'open' },
    ]);
  });

  it('are taken back with the bill, and compared anew when it is taken over again', async () => {
    const [dear = ''] = await labels(1);
    const id = await received(writeUbl(billed('L-4', [{ name: `Paket ${dear}`, cents: 480 }])));
    const first = await takeOver(id);
    expect(await post(`incomingBills/${id}/takeBack`)).toMatchObject({ code: 'OK' });
    expect(await comparedOf(first)).toMatchObject([{ state: 'takenBack', undecided: 0 }]);
    expect(await comparedOf(await takeOver(id))).toMatchObject([{ state: 'compared', undecided: 1 }]);
  });

  it('count once beside the list of parcels of the same bill: the list holds, whichever came first', async () => {
    const [no = '', other = ''] = await labels(2);
    const upload = (billNo: string, number: string) => {
      const rows = [{ trackingNo: number, price: 480 }];
      const form = new FormData();
      form.append('file', new Blob([listFile(rows)]), 'parcels.csv');
      const query = new URLSearchParams({ carrier: own.id, no: billNo, total: String(totalOf(rows)) });
      return server.call<Row>('POST', `/v0/carrierBills/upload?${query}`, form, finance);
    };
    const before = await takeOver(await received(writeUbl(billed('L-5', [{ name: `Paket ${no}`, cents: 480 }]))));
    const list = await upload('L-5', no);
    expect(list).toMatchObject({ code: 'OK' });
    expect(await comparedOf(before)).toMatchObject([{ state: 'takenBack' }]);
    expect(await linesOf(list.data.id)).toMatchObject([{ result: 'costDiffers', difference: 80 }]);
    expect(await upload('L-6', other)).toMatchObject({ code: 'OK' });
    expect(await comparedOf(await takeOver(await received(writeUbl(billed('L-6', [{ name: `Paket ${other}`, cents: 480 }])))))).toEqual([]);
  });

  it('about something else than parcels are not compared', async () => {
    const id = await received(writeUbl(billed('L-7', [{ name: 'Transport Hamburg–Bremen, Sendung HH20261105', cents: 9_900 }])));
    expect(await codesOf(id)).not.toContain('parcelsFound');
    expect(await comparedOf(await takeOver(id))).toEqual([]);
  });
});
