import { beforeAll, describe, expect, it } from 'vitest';
import { houseToday } from '#contract/core/house-day';
import { button, dialog, fill, record } from './hands.ts';
import { openForBusiness, openHouse, rowsOf, sees, seesNot, travel } from './house.ts';

const house = openHouse();
beforeAll(() => openForBusiness(house));
const month = (): { periodFrom: string; periodTo: string } => ({ periodFrom: `${houseToday().slice(0, 8)}01`, periodTo: houseToday() });

describe('what the house did', () => {
  it('becomes charges; finance sees which facts have none, and where to correct that', async () => {
    const page = await house.visit('/accounting/charges', { as: 'finance' });
    await button(page, 'Collect now').click();
    await sees(page.getByText(/^Work collected: /));
    await expect.poll(() => rowsOf(page).count()).toBeGreaterThan(0);
    await page.getByRole('link', { name: /facts charged|facts without a charge/ }).click();
    await sees(page.getByRole('heading', { name: 'Facts without a charge' }));
    await sees(page.getByText(/facts charged|facts without a charge/).last());
  });

  it('has its counted pallets entered beside the fact that waits for them, which is then charged', async () => {
    // Who may receive goods; finance is told that the warehouse enters it.
    const page = await house.visit('/accounting/charge-gaps', { as: 'manager' });
    const waiting = page.getByRole('button', { name: /^Enter what was counted/ });
    await sees(waiting.first());
    const no = ((await waiting.first().innerText()).match(/[A-Z]+-\d+/) ?? [''])[0];
    const before = await waiting.count();
    await waiting.first().click();
    await sees(dialog(page).getByText(no));
    expect(await button(dialog(page), 'Save').isDisabled()).toBe(true);
    await fill(dialog(page), { 'Pallets counted': '4' });
    await button(dialog(page), 'Save').click();
    await seesNot(dialog(page));
    await expect.poll(() => waiting.count()).toBe(before - 1);
    const { rows } = await house.server.pool.query(`select received_pallets as n from tasks where no = $1`, [no]);
    expect(rows).toEqual([{ n: 4 }]);
    await house.call('POST', '/v0/charges/collect', {}, 'finance');
    const charged = await house.server.pool.query(
      `select c.qty::int as qty from charges c join tasks t on t.id = c.task_id join quotation_categories q on q.id = c.category_id where t.no = $1 and q.meter = 'inbound.pallet' and c.state <> 'void'`,
      [no],
    );
    expect(charged.rows).toEqual([{ qty: 4000 }]);
  });

  it('is billed in three steps, and the invoice stands beside the amounts', async () => {
    const token = await house.server.signIn('finance');
    await house.server.call('POST', '/v0/charges/collect', {}, token);
    const [merchant] = (await house.server.pool.query<{ id: string }>(`select id from merchants where no = 'M-1001'`)).rows;
    const { data } = await house.server.call<{ id: string }>('POST', '/v0/billingRuns', { ...month(), merchantIds: [merchant?.id] }, token);
    const page = await house.visit(`/accounting/runs/${data.id}`, { as: 'finance' });
    await button(record(page), 'Check').first().click();
    await sees(record(page).getByText('Picking, per piece', { exact: true }));
    await button(record(page), 'Approve').first().click();
    const question = page.getByRole('dialog').last();
    // What is missing needs a reason, which is asked for at its field.
    await question.getByRole('button', { name: 'Approve', exact: true }).last().click();
    await sees(question.getByText('Facts without a charge are missing on these invoices.', { exact: false }));
    await fill(question, { 'Reason, if something is missing': 'Pallets of the sample were not counted' });
    await question.getByRole('button', { name: 'Approve', exact: true }).last().click();
    await button(record(page), 'Post invoices').first().click();
    await page.getByRole('dialog').last().getByRole('button', { name: 'Post invoices', exact: true }).last().click();
    await expect
      .poll(async () => (await house.server.pool.query(`select state from billing_runs where id = $1`, [data.id])).rows[0]?.state)
      .toBe('posted');
    await travel(page, `/accounting/runs/${data.id}`);
    await sees(page.getByRole('link', { name: /^E-\d{4}-\d{5}$/ }));
  });
});

describe('a merchant', () => {
  it('sees the own bill of the month as it grows, and what each line is made of', async () => {
    const page = await house.visit('/mEP/bill', { as: 'merchant' });
    await sees(page.getByRole('heading', { name: 'My bill' }));
    await page.getByRole('link', { name: 'Picking, per piece' }).click();
    await expect.poll(() => rowsOf(page).count()).toBeGreaterThan(0);
    // The reader may not read the price list, so the service is named by the rows, and no other one is offered.
    await sees(page.locator('.m-filter-words', { hasText: 'Picking, per piece' }));
    await button(page, 'Filter').click();
    await sees(page.getByRole('menuitem', { name: 'Status' }));
    expect(await page.getByRole('menuitem', { name: 'Service' }).count()).toBe(0);
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});
