import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { createDb } from '../../server/core/db/client.ts';
import { loadOrders } from '../../server/sample/orders.ts';
import { accessibilityFaults } from '../support/accessibility.ts';
import { openHouse, rowsOf, sees, seesNot, standsAt, travel } from './house.ts';

const house = openHouse();
const query = async <T = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await house.server.pool.query(text, values)).rows as T[];
const taskIn = async (status: string): Promise<string> => {
  const [task] = await query<{ id: string }>(`select id from tasks where kind = 'outbound' and status = $1 order by no limit 1`, [status]);
  if (!task) throw new Error(`no outbound order is ${status}`);
  return task.id;
};
/** An outbound order whose parcels have left: the carriers are asked about them every ten minutes, so its status may be any by then. */
const taskThatLeft = async (merchant = '%'): Promise<string> => {
  const [task] = await query<{ id: string }>(
    `select t.id from tasks t join parcels p on p.task_id = t.id left join users u on u.merchant_id = t.merchant_id
       where t.kind = 'outbound' and p.handed_over_at is not null and coalesce(u.account, '') like $1 order by t.no limit 1`,
    [merchant],
  );
  if (!task) throw new Error('no outbound order has left');
  return task.id;
};

beforeAll(async () => {
  const { config, pool } = house.server;
  await loadOrders({ config, db: createDb(pool), log: { warn: (data) => expect(data).toBeUndefined() } });
});

const openTask = async (status: string): Promise<{ page: Page; id: string }> => {
  const id = await taskIn(status);
  const page = await house.visit(`/eEP/outbound-orders/${id}`, { as: 'admin' });
  await sees(page.getByRole('heading', { name: 'History' }));
  return { page, id };
};

describe('the page of a task', () => {
  it('says what is missing, and its button mends it', async () => {
    const { page, id } = await openTask('weightNeeded');
    const waits = page.getByRole('region', { name: 'Why it is waiting' });
    await sees(waits.getByText('Weight of parcel 1 is missing'));
    await waits.getByRole('button', { name: 'Weigh' }).click();
    const dialog = page.getByRole('dialog', { name: 'Weight and size of parcel 1' });
    await dialog.getByLabel('Weight').fill('1.2 kg');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await seesNot(waits.getByText('Weight of parcel 1 is missing'));
    expect(await query('select weight from parcels where task_id = $1', [id])).toEqual([{ weight: 1200 }]);
  });

  it('runs a command with its reason, tells it in the story, and takes it back', async () => {
    const { page, id } = await openTask('readyToPick');
    await page.getByRole('button', { name: 'Put on hold' }).click();
    const dialog = page.getByRole('dialog', { name: 'Put on hold' });
    await dialog.getByLabel('Reason').fill('The buyer called');
    await dialog.getByRole('button', { name: 'Put on hold' }).click();
    // The notice stays while the pointer rests on it.
    await page.getByRole('button', { name: 'Undo' }).hover();
    await sees(page.getByRole('region', { name: 'Why it is waiting' }).getByText('The buyer called'));
    await sees(page.locator('.t-timeline').getByText('The buyer called'));
    expect(await query('select status from tasks where id = $1', [id])).toEqual([{ status: 'hold' }]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await seesNot(page.getByRole('region', { name: 'Why it is waiting' }).getByText('The buyer called'));
    expect(await query('select status from tasks where id = $1', [id])).toEqual([{ status: 'readyToPick' }]);
  });

  it('shows what may not be done with the reason, and wants a reason where one is owed', async () => {
    const { page } = await openTask('readyToPick');
    await page.getByRole('button', { name: 'More actions' }).click();
    await sees(page.getByRole('menuitem', { name: 'Reopen order', disabled: true }).getByText('This order is still open.'));
    await page.getByRole('menuitem', { name: 'Request cancellation' }).click();
    const dialog = page.getByRole('dialog', { name: 'Request cancellation' });
    await dialog.getByRole('button', { name: 'Request cancellation', disabled: true }).waitFor();
    await dialog.getByLabel('Reason').fill('Ordered twice');
    await dialog.getByRole('button', { name: 'Request cancellation', disabled: false }).waitFor();
  });

  it('names nobody of the house to a merchant', async () => {
    const page = await house.visit(`/mEP/outbound-orders/${await taskThatLeft('merchant@kontor.example')}`, { as: 'merchant' });
    await sees(page.getByRole('heading', { name: 'History' }));
    const staff = await query<{ name: string }>('select name from users where merchant_id is null');
    const story = await page.locator('.t-page').innerText();
    expect(staff.filter(({ name }) => story.includes(name))).toEqual([]);
  });
});

it('a merchant chooses the pieces that come back, finds the return in the menu, and reads what the house saw on each piece', async () => {
  const [order] = await query<{ id: string }>(
    `select t.id from tasks t join users u on u.merchant_id = t.merchant_id and u.account = 'merchant@kontor.example'
       where t.kind = 'outbound' and not exists (select from tasks r where r.parent_id = t.id)
         and (select sum(kontor_returnable(l.id)) from task_lines l where l.task_id = t.id) > 1 order by t.no limit 1`,
  );
  const page = await house.visit(`/mEP/outbound-orders/${order?.id}`, { as: 'merchant' });
  await page.getByRole('button', { name: 'Request return' }).click();
  const dialog = page.getByRole('dialog', { name: 'Request return' });
  await sees(dialog.getByText('Enter how many pieces of each line come back, and why.'));
  const pieces = dialog.getByLabel(/^Pieces of .* that come back$/).first();
  await pieces.fill('9999');
  await sees(dialog.getByText(/^Only \d+ of these can still come back\.$/));
  await dialog.getByRole('button', { name: 'Request return', disabled: true }).waitFor();
  await pieces.fill('1');
  await dialog
    .getByLabel(/^Reason for /)
    .first()
    .selectOption({ label: 'Arrived damaged' });
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Request return', disabled: false }).click();
  await sees(page.getByText(/^Return requested for /));
  const [made] = await query<{ id: string; no: string; merchantId: string }>(
    `select id, retour_no as no, merchant_id as "merchantId" from tasks where parent_id = $1`,
    [order?.id],
  );
  await query(
    `select kontor_move(jsonb_build_object('merchant_id', l.merchant_id, 'item_id', l.item_id, 'qty', 1, 'from_place', 'customer', 'to_place', 'scrap',
       'condition', 'damaged', 'reason', 'scrap', 'task_id', l.task_id, 'line_id', l.id)) from task_lines l where l.task_id = $1`,
    [made?.id],
  );
  await query('update task_lines set received = 1, damaged = 1, disposed = 1 where task_id = $1', [made?.id]);
  const desk = await house.visit(`/eEP/returns/${made?.id}`, { as: 'admin' });
  await desk.getByRole('button', { name: /^Remark and photo of / }).click();
  const note = desk.getByRole('dialog', { name: /^Remark and photo of / });
  await note.getByLabel('Remark').fill('Lid cracked');
  await note.getByRole('button', { name: 'Save' }).click();
  await sees(desk.locator('.t-remark', { hasText: 'Lid cracked' }));
  await page.getByRole('link', { name: 'Returns', exact: true }).click();
  await standsAt(page, /^\/mEP\/returns/);
  await page.goto(`${new URL(page.url()).origin}/mEP/returns/${made?.id}`);
  await sees(page.locator('.t-remark', { hasText: 'Lid cracked' }));
  await sees(page.getByText('scrap', { exact: true }));
});

it('a search that a list’s own filter cuts short says so, and is widened by one click', async () => {
  const id = await taskThatLeft();
  const [order] = await query<{ no: string }>('select no from tasks where id = $1', [id]);
  const page = await house.visit('/eEP/outbound-orders', { as: 'admin' });
  await page.getByRole('searchbox', { name: 'Search' }).fill(order?.no ?? '');
  await sees(page.getByText(/^The filters? hides? 1 order that the search finds\./));
  await page.getByRole('button', { name: 'Search in all' }).click();
  await sees(page.getByRole('row').filter({ hasText: order?.no ?? '' }));
  await seesNot(page.getByRole('button', { name: 'Search in all' }));
});

it('a new order requires what a task form requires, and is pasted from a spreadsheet', async () => {
  const page = await house.visit('/eEP/outbound-orders', { as: 'admin' });
  await page.getByRole('button', { name: 'New order' }).click();
  const dialog = page.getByRole('dialog', { name: 'New outbound order' });
  await dialog.getByLabel('Merchant').fill('Northwind');
  await page.locator('.ant-select-item-option').filter({ hasText: 'Northwind' }).first().click();
  await dialog.getByLabel('Reference').fill('PASTED-1');
  const address = { Name: 'Ada Muster', Street: 'Kirchgasse', 'No.': '6', Postcode: '20457', City: 'Hamburg', 'Country (DE)': 'DE' };
  for (const [label, text] of Object.entries(address)) await dialog.getByLabel(label, { exact: true }).fill(text);
  await dialog.getByLabel('SKU of line 1').evaluate((field) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'SKU\tpieces\nTEE-EARL-250\t3\nTEE-KANNE-1L\t2\n');
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  expect(await dialog.getByLabel('Pieces of line 2').inputValue()).toBe('2');
  for (const label of ['Type', 'Mode of transport', 'Unit quantity', 'Weight', 'Pick-up date'])
    await sees(dialog.locator('label', { hasText: label }).first());
  await dialog.getByRole('button', { name: 'New', exact: true }).click();
  await sees(dialog.getByText('Required', { exact: true }).first());
  await dialog.getByLabel('Weight').fill('2 kg');
  await dialog.getByRole('button', { name: 'New', exact: true }).click();
  await sees(page.getByText(/Order O-\d+ created/));
  expect(
    await query(
      `select l.sku, l.ordered from task_lines l join tasks t on t.id = l.task_id where t.ref_order_id = 'PASTED-1' order by l.position`,
    ),
  ).toEqual([
    { sku: 'TEE-EARL-250', ordered: 3 },
    { sku: 'TEE-KANNE-1L', ordered: 2 },
  ]);
});

/** Pixels of the drawing in the colour that marks what was found. */
const litPixels = (page: Page): Promise<number> =>
  page.locator('.w-plan canvas').evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
    let lit = 0;
    for (let i = 0; i < data.length; i += 4) if (data[i] === 0x18 && data[i + 1] === 0x90 && data[i + 2] === 0xff) lit += 1;
    return lit;
  });

describe('the plan of the hall', () => {
  it('lights up where a SKU lies, and a place tells what lies there', async () => {
    const [lying] = await query<{ sku: string; place: string; id: string }>(
      `select b.sku, b.place, c.warehouse_id as id from stock_balances b join compartments c on c.id = b.compartment_id where b.on_hand > 0 and c.aisle <> '' order by b.sku limit 1`,
    );
    const [{ n } = { n: 0 }] = await query<{ n: number }>(
      `select count(distinct b.compartment_id)::int as n from stock_balances b join compartments c on c.id = b.compartment_id where b.sku = $1 and b.on_hand > 0 and c.warehouse_id = $2`,
      [lying?.sku, lying?.id],
    );
    const page = await house.visit(`/wms/warehouse-view?w=${lying?.id ?? ''}`, { as: 'warehouse' });
    await sees(page.getByRole('img', { name: /^Plan of / }));
    expect(await litPixels(page)).toBe(0);
    await page.getByRole('searchbox', { name: 'SKU, serial number, lot or compartment' }).fill(lying?.sku ?? '');
    await sees(page.getByText(n === 1 ? '1 compartment found' : `${n} compartments found`));
    await expect.poll(() => litPixels(page)).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'As a list' }).click();
    await page.getByRole('button', { name: lying?.place ?? '', exact: true }).click();
    await sees(page.getByRole('dialog').getByText(lying?.sku ?? ''));
  });

  it('shows one place by its code, blocks it with a reason, and says when no place has the code', async () => {
    const page = await house.visit('/wms/location', { as: 'admin' });
    await page.getByLabel('Scan or enter a compartment').fill('04-05-C');
    await page.keyboard.press('Enter');
    await sees(page.getByText('This compartment is empty.'));
    await page.getByRole('button', { name: 'Block' }).click();
    const dialog = page.getByRole('dialog', { name: 'Block compartment 04-05-C' });
    await dialog.getByLabel('Reason for block').fill('Beam bent');
    await dialog.getByRole('button', { name: 'Block' }).click();
    await sees(page.getByText('Blocked: Beam bent'));
    await page.getByLabel('Scan or enter a compartment').fill('99-99-Z');
    await page.keyboard.press('Enter');
    await sees(page.getByText('There is no compartment with the code 99-99-Z.'));
  });
});

it('the numbers of the floor board are those of the database, and lead to their lists', async () => {
  // At any hour of the day: after the last vehicle the orders of the sample are due on the next working day.
  await query(
    `update tasks set cut_off_at = now() where id in (select id from tasks where kind = 'outbound' and closed_at is null and carrier_id is not null and deleted_at is null order by no limit 6)`,
  );
  const page = await house.visit('/wms/dashboard', { as: 'warehouse' });
  await sees(page.getByText(/Stock verified/));
  const lanes = await query<{ name: string; due: number; packed: number }>(
    `select c.name, count(*)::int as due, (count(*) filter (where t.packed >= t.pieces or t.actual_ship_at is not null))::int as packed
     from tasks t join carriers c on c.id = t.carrier_id where t.kind = 'outbound' and t.deleted_at is null and t.closed_at is null
       and (t.cut_off_at is null or t.cut_off_at < ((now() at time zone 'Europe/Berlin')::date + 1)::timestamp at time zone 'Europe/Berlin')
       and (t.requested_ship_at is null or t.requested_ship_at < ((now() at time zone 'Europe/Berlin')::date + 1)::timestamp at time zone 'Europe/Berlin') group by c.name`,
  );
  expect(lanes.length).toBeGreaterThan(0);
  for (const { name, due, packed } of lanes)
    await sees(page.getByRole('row').filter({ hasText: name }).getByText(`${packed} of ${due}`, { exact: true }));
  const [{ n } = { n: 0 }] = await query<{ n: number }>(
    `select count(*)::int as n from tasks where status = 'wrongAddress' and deleted_at is null`,
  );
  const tile = page.getByRole('link', { name: `Wrong address ${n}` });
  await sees(tile);
  await tile.click();
  await standsAt(page, /^\/wEP\/problematic\?/);
  await expect.poll(() => rowsOf(page).count()).toBe(n);
});

it('waves become picklists by one click, and a picklist shows its way', async () => {
  const page = await house.visit('/wms/picklist', { as: 'admin' });
  await page.getByRole('button', { name: 'Create picklists' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create picklists' });
  await dialog
    .getByRole('button', { name: /^Create \d+ picklist/ })
    .and(page.locator(':enabled'))
    .first()
    .click();
  await sees(page.getByText(/picklists? created/));
  const [made] = await query<{ id: string; place: string }>(
    `select p.id, c.code as place from picklists p join picklist_lines q on q.picklist_id = p.id join compartments c on c.id = q.compartment_id order by p.sort_at desc, q.seq limit 1`,
  );
  const list = await house.visit(`/wms/picklist/${made?.id ?? ''}`, { as: 'warehouse' });
  await sees(list.getByRole('rowheader', { name: made?.place ?? '' }));
});

it('a count of a zone names its places', async () => {
  const page = await house.visit('/wms/count', { as: 'admin' });
  await page.getByRole('button', { name: 'Count a zone or items' }).click();
  const dialog = page.getByRole('dialog', { name: 'New count' });
  await dialog.getByLabel('Warehouse').fill('HH-A');
  await page.locator('.ant-select-item-option').filter({ hasText: 'HH-A' }).first().click();
  await dialog.getByRole('textbox', { name: 'Zone' }).fill('A');
  await dialog.getByRole('button', { name: 'New', exact: true }).click();
  await sees(page.getByRole('heading', { name: '60 places' }));
  await sees(page.getByText('not counted'));
});

it('each of these screens has no fault of WCAG 2.2 A or AA, in light and in dark', async () => {
  const [list] = await query<{ id: string }>('select id from picklists limit 1');
  const [count] = await query<{ id: string }>('select id from counts limit 1');
  const screens: [string, RegExp][] = [
    ['/wms/dashboard', /Warehouse board/],
    ['/wms/warehouse-view', /Warehouse view/],
    ['/wms/location?code=01-01-A', /Compartment view/],
    [`/eEP/outbound-orders/${await taskIn('wrongAddress')}`, /History/],
    [`/eEP/outbound-orders/${await taskThatLeft()}`, /History/],
    [`/wms/picklist/${list?.id ?? ''}`, /PL-/],
    [`/wms/count/${count?.id ?? ''}`, /Count result/],
  ];
  const page = await house.visit('/personal/sessions', { as: 'admin' });
  for (const [path, heading] of screens) {
    await travel(page, path);
    const panel = page.getByRole('tabpanel').filter({ visible: true });
    await sees(panel.getByRole('heading', { name: heading }));
    await seesNot(page.locator('[aria-busy=true], .m-skeleton'));
    expect({ path, faults: await accessibilityFaults(page) }).toEqual({ path, faults: [] });
  }
});
