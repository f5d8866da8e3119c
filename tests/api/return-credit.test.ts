import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Floor, openFloor } from '../support/floor.ts';
import { acts } from '../support/warehouse.ts';

/** The invoice of an order, and the credit note for what came back. */

let floor: Floor;
let merchant: string;
beforeAll(async () => {
  floor = await openFloor();
  merchant = await floor.server.signIn('merchant');
});
afterAll(() => floor.server.close());

type Id = { id: string };
const invoice = (task: string, token = floor.admin) => floor.server.call<Id>('POST', `/v0/tasks/${task}/invoice`, undefined, token);
const credit = (id: string, token = floor.admin) => floor.server.call<Id>('POST', `/v0/tasks/${id}/creditNote`, undefined, token);
const post = (id: string) => floor.server.call<Id>('POST', `/v0/invoices/${id}/post`, undefined, floor.admin);
const rowOf = async (id: string) => (await floor.rows('select * from invoices where id = $1', [id]))[0];

/** An order of one line with a price of 3.33 in its currency, shipped and invoiced. */
const invoiced = async (qty: number) => {
  const { task, items, lines } = await floor.ship([qty]);
  await floor.server.pool.query('update task_lines set price = 333 where task_id = $1', [task]);
  const made = await invoice(task);
  expect(made.code).toBe('OK');
  expect((await post(made.data.id)).code).toBe('OK');
  return { task, item: items[0]?.id ?? '', line: lines[0] ?? '', invoiceId: made.data.id };
};
/** A return with so many pieces, put away again and finished. */
const returned = async (
  { task, item, line }: { task: string; item: string; line: string },
  qty: number,
  outcome: 'restock' | 'sendBack' = 'restock',
) => {
  await floor.command(task, 'requestRetour', { lines: [{ lineId: line, qty, reason: 'notWanted' }] });
  const [{ id }] = await floor.rows(`select id from tasks where parent_id = $1 and kind = 'retour' order by sort_at desc limit 1`, [task]);
  await floor.scanner.send(acts.takeBack(id, item, qty, floor.house.returns, { outcome }));
  await floor.scanner.send({ do: 'closeReceipt', taskId: id, reason: '' });
  await floor.scanner.send(acts.putAway(id, item, qty, floor.house.returns, floor.shelf(6)));
  expect(await credit(id)).toMatchObject({ code: 'StateRefused', data: 'invoices.refusals.returnNotFinished' });
  // Pieces that wait for the merchant are not put away; the fact alone matters here.
  if (outcome === 'sendBack') await floor.server.pool.query('update tasks set closed_at = now() where id = $1', [id]);
  else expect((await floor.command(id, 'finish')).code).toBe('OK');
  return String(id);
};

test('an invoice is made from an order once, keeps it, and charges the shipped pieces at their price with the tax of the merchant', async () => {
  const { task, lines } = await floor.ship([3]);
  await floor.server.pool.query('update task_lines set price = 333 where task_id = $1', [task]);
  const answers = await Promise.all([invoice(task), invoice(task), invoice(task)]);
  expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
  const row = await rowOf(answers[0]?.data.id ?? '');
  expect(row).toMatchObject({ task_id: task, merchant_id: floor.house.merchantId, status: 'draft', net: '999' });
  expect(row.lines).toMatchObject([{ qty: 3000, unitPrice: 33_300, taskLineId: lines[0] }]);
  expect((await invoice(task, merchant)).code).toBe('NotAllowed');
  const unsent = await floor.make('outbound', [{ sku: (await floor.makeItem()).sku, qty: 1 }]);
  expect(await invoice(unsent)).toMatchObject({ code: 'StateRefused', data: 'invoices.refusals.nothingShipped' });
});

test('a finished return is credited once at the invoiced price and tax, and the credit note settles the invoice', async () => {
  const order = await invoiced(3);
  const id = await returned(order, 2);
  const answers = await Promise.all([credit(id), credit(id), credit(id)]);
  expect(answers.map(({ code }) => code)).toEqual(['OK', 'OK', 'OK']);
  expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
  const [original, note] = [await rowOf(order.invoiceId), await rowOf(answers[0]?.data.id ?? '')];
  const [line] = original.lines;
  expect(note).toMatchObject({ kind: 'creditNote', status: 'draft', reverses_id: order.invoiceId, task_id: id, net: '666' });
  expect(note.lines).toMatchObject([
    { qty: 2000, ofLine: line.id, unitPrice: 33_300, vatCategory: line.vatCategory, vatRate: line.vatRate },
  ]);
  expect((await post(note.id)).code).toBe('OK');
  expect((await rowOf(order.invoiceId)).credited).toBe((await rowOf(note.id)).gross);
  expect((await credit(id, merchant)).code).toBe('NotAllowed');
});

test('together credit notes never exceed the invoice, also when two returns are credited at once', async () => {
  const order = await invoiced(3);
  const [first, second] = [await returned(order, 2), await returned(order, 1)];
  // The office has credited two pieces by hand meanwhile.
  const byHand = await floor.server.call<Id>('POST', `/v0/invoices/${order.invoiceId}/credit`, undefined, floor.admin);
  const { lines } = await rowOf(byHand.data.id);
  await floor.server.pool.query('update invoices set lines = $1 where id = $2', [
    JSON.stringify([{ ...lines[0], qty: 2000 }]),
    byHand.data.id,
  ]);
  const answers = await Promise.all([credit(first), credit(second)]);
  expect(answers.map(({ code }) => code).sort()).toEqual(['OK', 'StateRefused']);
  expect(answers.find(({ code }) => code !== 'OK')?.data).toBe('invoices.refusals.nothingToCredit');
  const [{ qty }] = await floor.rows(
    `select sum((l->>'qty')::int)::int as qty from invoices i, jsonb_array_elements(i.lines) l where i.reverses_id = $1 and i.deleted_at is null`,
    [order.invoiceId],
  );
  expect(qty).toBe(3000);
});

test('without a posted invoice of the order nothing is credited, nor are pieces that go back to the merchant', async () => {
  const shipped = await floor.ship([1]);
  const plain = { task: shipped.task, item: shipped.items[0]?.id ?? '', line: shipped.lines[0] ?? '' };
  expect(await credit(await returned(plain, 1))).toMatchObject({ code: 'StateRefused', data: 'invoices.refusals.orderNotInvoiced' });
  expect((await credit(shipped.task)).code).toBe('NotFound');
  const sentBack = await returned(await invoiced(1), 1, 'sendBack');
  expect(await credit(sentBack)).toMatchObject({ code: 'StateRefused', data: 'invoices.refusals.nothingToCredit' });
});
