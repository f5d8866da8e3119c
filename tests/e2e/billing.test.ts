import { beforeAll, describe, expect, it } from 'vitest';
import { houseToday } from '#contract/core/house-day';
import { button, fill, record } from './hands.ts';
import { openForBusiness, openHouse, rowsOf, sees, travel } from './house.ts';

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
