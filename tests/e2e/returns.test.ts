import { beforeAll, expect, it } from 'vitest';
import { tablet } from '../support/tablet.ts';
import { acts, device } from '../support/warehouse.ts';
import { openForBusiness, openHouse, sees } from './house.ts';

const house = openHouse();
beforeAll(() => openForBusiness(house));

const one = async (text: string, values: unknown[] = []) => (await house.server.pool.query(text, values)).rows[0];

/** Receives pieces as a station does. */
async function receive(taskId: string, itemId: string, qty: number): Promise<void> {
  const station = await one('select id from stations order by code limit 1');
  const place = await one(`select id from compartments where kind = 'returns' and deleted_at is null order by code limit 1`);
  const shelf = await one(`select id from compartments where kind = 'shelf' and deleted_at is null order by code limit 1`);
  const author = await one(`select id from users where account = 'warehouse@kontor.example'`);
  const scanner = device(house.server, await house.server.signIn('warehouse'), author.id, station.id);
  const verdicts = await scanner.send(
    acts.takeBack(taskId, itemId, qty, place.id),
    { do: 'closeReceipt', taskId, reason: 'lessDelivered' },
    acts.putAway(taskId, itemId, qty, place.id, shelf.id),
  );
  expect(verdicts.map(({ outcome, why }) => why ?? outcome)).toEqual(['applied', 'applied', 'applied']);
}

it('a return comes to its end: the merchant buys a label and reads what came back, the office accepts the difference, finishes and drafts the credit note', async () => {
  const { id, no, parent, item } = await one(
    `select r.id, r.no, r.parent_id as parent, l.item_id as item from tasks r join task_lines l on l.task_id = r.id where r.kind = 'retour' limit 1`,
  );
  await house.server.pool.query('update task_lines set price = 450 where task_id = $1', [parent]);
  const invoice = await house.call<{ id: string }>('POST', `/v0/tasks/${parent}/invoice`);
  await house.call('POST', `/v0/invoices/${invoice.id}/post`);

  const merchant = await house.visit(`/mEP/returns/${id}`, { as: 'merchant' });
  await merchant.getByRole('button', { name: 'Buy return label' }).click();
  await sees(merchant.getByText(/^Return label \S+ bought/));
  await sees(merchant.getByRole('button', { name: 'Print label' }));

  await receive(id, item, 7);
  const office = await house.visit(`/eEP/returns/${id}`, { as: 'employee' });
  await office.getByRole('button', { name: 'Accept difference' }).first().click();
  const dialog = office.getByRole('dialog');
  await dialog.getByRole('textbox').fill('The customer keeps one');
  await dialog.getByRole('button', { name: 'Accept difference' }).click();
  const notice = office.getByRole('alert').filter({ hasText: `Difference of ${no} accepted` });
  await notice.getByRole('button', { name: 'Finish order' }).click();
  await sees(office.getByRole('alert').filter({ hasText: `${no} finished` }));

  const finance = await house.visit(`/eEP/returns/${id}`, { as: 'admin' });
  await finance.getByRole('button', { name: 'Draft credit note' }).click();
  await sees(finance.getByText('Credit note drafted'));
  const note = await one('select net::int as net, status from invoices where task_id = $1', [id]);
  expect(note).toEqual({ net: 7 * 450, status: 'draft' });

  await merchant.goto('/personal/messages');
  await sees(merchant.getByText(/^Return \S+ finished$/));
  await merchant.goto(`/mEP/returns/${id}`);
  await sees(merchant.getByText('The customer keeps one'));
  await sees(merchant.locator('li').filter({ hasText: 'back into stock' }));
});

it('a piece that two returns expect: the station asks which one, shows who sends it, and takes the piece into the one that was chosen', async () => {
  const ordered = await one(
    `select l.id, l.task_id as task, l.sku, o.no from task_lines l join tasks o on o.id = l.task_id
      where o.kind = 'outbound' and o.deleted_at is null and kontor_returnable(l.id) >= 2 and l.shipped > 1
        and not exists (select from task_lines r join tasks t on t.id = r.task_id where t.kind = 'retour' and t.receipt_closed_at is null and r.item_id = l.item_id)
      order by o.no limit 1`,
  );
  for (const reason of ['notWanted', 'damaged'])
    await house.call('POST', `/v0/tasks/${ordered.task}/command/requestRetour`, { lines: [{ lineId: ordered.id, qty: 1, reason }] });
  const { rows: made } = await house.server.pool.query(
    `select t.no, t.consignor->>'name1' as sender from tasks t where t.parent_id = $1 and t.kind = 'retour' order by t.sort_at`,
    [ordered.task],
  );
  const [first, second] = made;

  const page = await house.visit('/wEP/return', { as: 'warehouse', viewport: { width: 1024, height: 768 }, serviceWorkers: 'allow' });
  const table = tablet(page);
  await table.stand('ST-RETURNS');
  await table.says(ordered.sku, `2 returns are possible for ${ordered.sku}.`);
  const options = page.locator('.s-options button').filter({ visible: true });
  await sees(
    options
      .filter({ hasText: first.no })
      .filter({ hasText: `1 × ${ordered.sku} expected` })
      .filter({ hasText: `Order ${ordered.no}` }),
  );
  if (first.sender) await sees(options.filter({ hasText: first.sender }));
  await table.says(second.no, /What happens to/);
  await sees(page.locator('.s-prompt').filter({ hasText: 'What happens to' }));
  await table.button('Undo').first().click();
  await expect.poll(table.sentence).toMatch(/^(Undone|Cancelled)/);
  await table.says(second.no, /open/);
});
