import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDb, type Db } from '../../server/core/db/client.ts';
import { postRuns } from '../../server/modules/billing/post-run.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** Charges of a merchant who pays in dollars, and an invoice with more than 400 prices. By hand. */

let server: TestServer;
let db: Db;
let finance: string;
const rowsOf = async (text: string, values: unknown[] = []) => (await server.pool.query(text, values)).rows;
const call = async <T = { id: string }>(method: string, path: string, body?: unknown) => server.call<T>(method, path, body, finance);
type Finding = { code: string; count?: number; amount?: number; currency?: string };
type Merchant = { findings: Finding[]; refusal: string; documents: { id: string; kind: string }[] };
const merchantOf = async (runId: string): Promise<Merchant | undefined> =>
  (await call<Merchant[]>('GET', `/v0/billingRuns/${runId}/merchants`)).data[0];

beforeAll(async () => {
  server = await startServer({ sample: true });
  db = createDb(server.appPool);
  finance = await server.signIn('finance');
  for (const code of ['S-MANY', 'S-ONE', 'S-FREE'])
    await rowsOf(`insert into quotation_categories (code, name, unit, text, position) values ($1, $1, 'piece', $2, 50)`, [
      code,
      JSON.stringify({ en: code, de: code, cn: code }),
    ]);
});
afterAll(() => server.close());

const idOf = async (no: string): Promise<string> => (await rowsOf(`select id from merchants where no = $1`, [no]))[0].id;
/** A charge of one piece. @param price in ten-thousandths of a major unit */
const charge = async (merchantId: string, code: string, currency: string, price: number): Promise<string> =>
  (
    await rowsOf(
      `insert into charges (merchant_id, category_id, source_kind, source_id, happened_on, qty, unit_price, parts, exact, currency, priced_at, state)
        select $1, id, 'label', gen_random_uuid(), '2025-11-10', 1000, $4::bigint, jsonb_build_array(jsonb_build_object('from', 0, 'quantity', 1000, 'unitPrice', $4::bigint)), $4::bigint * 1000, $3, now(), 'open' from quotation_categories where code = $2 returning id`,
      [merchantId, code, currency, price],
    )
  )[0].id;
/** As the collector does when a fact is undone that was billed. */
const undo = (id: string) =>
  rowsOf(
    `insert into charges (merchant_id, category_id, source_kind, source_id, happened_on, qty, unit_price, exact, currency, priced_at, state, reverses_id)
      select merchant_id, category_id, 'charge', id, '2025-12-05', -qty, unit_price, -exact, currency, priced_at, 'open', id from charges where id = $1`,
    [id],
  );
const checked = async (merchantId: string, month: string) => {
  const days = { periodFrom: `2025-${month}-01`, periodTo: `2025-${month}-${month === '11' ? 30 : 31}` };
  const { data } = await call('POST', '/v0/billingRuns', { ...days, merchantIds: [merchantId] });
  await call('POST', `/v0/billingRuns/${data.id}/check`);
  return data.id;
};
const posted = async (id: string) => {
  await call('POST', `/v0/billingRuns/${id}/approve`, { reason: 'The sample is not complete' });
  await call('POST', `/v0/billingRuns/${id}/post`);
  await postRuns(db);
  expect((await merchantOf(id))?.refusal).toBe('');
  return (await merchantOf(id))?.documents ?? [];
};

describe('a merchant who pays in dollars', () => {
  it('is told in dollars what is credited, also in a run that charges in euro', async () => {
    const merchantId = await idOf('M-1002');
    const undone = await charge(merchantId, 'S-ONE', 'USD', 123_400);
    await charge(merchantId, 'S-ONE', 'USD', 100_000);
    await posted(await checked(merchantId, '11'));
    await undo(undone);
    await charge(merchantId, 'S-ONE', 'EUR', 500_000);
    const run = await checked(merchantId, '12');
    expect((await merchantOf(run))?.findings.filter(({ code }) => code === 'credited')).toEqual([
      { code: 'credited', amount: 1234, currency: 'USD' },
    ]);
    const documents = await posted(run);
    const found = await rowsOf(`select kind, currency, net::int from invoices where id = any($1) order by kind`, [
      documents.map(({ id }) => id),
    ]);
    expect(found).toEqual([
      { kind: 'creditNote', currency: 'USD', net: 1234 },
      { kind: 'invoice', currency: 'EUR', net: 5000 },
    ]);
  });
});

describe('an invoice with more than 400 prices', () => {
  it('credits what is a line of its own, and says what has to be credited by hand because it is part of a sum', async () => {
    const merchantId = await idOf('M-1001');
    // 1.00, 1.01 … 5.00: 401 prices of one service, in one line of 1,203.00; one charge of 7.00 of another, which is the whole of its line.
    const many: string[] = [];
    for (let i = 0; i <= 400; i++) many.push(await charge(merchantId, 'S-MANY', 'EUR', 10_000 + 100 * i));
    const alone = await charge(merchantId, 'S-ONE', 'EUR', 70_000);
    const free = await charge(merchantId, 'S-FREE', 'EUR', 0);
    await posted(await checked(merchantId, '11'));
    for (const id of [many[7] ?? '', alone, free]) await undo(id);
    const run = await checked(merchantId, '12');
    const findings = (await merchantOf(run))?.findings ?? [];
    // 1.07 is a part of the sum of 401 charges.
    expect(findings.filter(({ code }) => ['credited', 'byHand'].includes(code))).toEqual([
      { code: 'credited', amount: 700, currency: 'EUR' },
      { code: 'byHand', count: 1, amount: 107, currency: 'EUR' },
    ]);
    const [document] = (await posted(run)).filter(({ kind }) => kind === 'creditNote');
    const [credit] = await rowsOf(`select net::int, jsonb_array_length(lines) as lines from invoices where id = $1`, [document?.id]);
    expect(credit).toEqual({ net: 700, lines: 1 });
    const left = await rowsOf(`select state, exact::int from charges where reverses_id = any($1) order by exact`, [[many[7], alone, free]]);
    expect(left).toEqual([
      { state: 'billed', exact: -70_000_000 },
      { state: 'open', exact: -10_700_000 },
      { state: 'billed', exact: 0 },
    ]);
  });
});
