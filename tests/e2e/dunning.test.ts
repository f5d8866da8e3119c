import { beforeAll, describe, expect, it } from 'vitest';
import { button, fill, record } from './hands.ts';
import { openForBusiness, openHouse, rowsOf, sees, travel } from './house.ts';

const house = openHouse();
beforeAll(() => openForBusiness(house));
const one = async <T>(text: string): Promise<T | undefined> => (await house.server.pool.query(text)).rows[0] as T | undefined;

describe('what is overdue', () => {
  it('becomes letters that finance looks at, approves and sends', async () => {
    const page = await house.visit('/accounting/dunning-runs', { as: 'finance' });
    await button(page, 'New dunning run').click();
    await expect.poll(() => page.url()).toMatch(/dunning-runs\/[0-9a-f-]{36}$/);
    const run = await one<{ id: string }>('select id from dunning_runs order by sort_at desc limit 1');
    await travel(page, `/accounting/dunning-runs/${run?.id}`);
    await sees(record(page).getByText('Level 1').first());
    await sees(record(page).getByRole('heading', { name: 'Left out' }));
    await button(record(page), 'Approve').first().click();
    await button(record(page), 'Send letters').first().click();
    await page.getByRole('dialog').last().getByRole('button', { name: 'Send letters', exact: true }).last().click();
    await expect
      .poll(async () => (await one<{ status: string }>(`select status from dunning_runs where id = '${run?.id}'`))?.status)
      .toBe('sent');
    await travel(page, '/accounting/dunning-letters');
    await expect.poll(() => rowsOf(page).count()).toBeGreaterThan(0);
  });
});

describe('a line that is wrong', () => {
  it('is disputed by the merchant and answered by the house', async () => {
    const invoice = await one<{ id: string }>(
      `select i.id from invoices i join users u on u.merchant_id = i.reader_id and u.account = 'merchant@kontor.example' where i.kind = 'invoice' and i.posted_at is not null order by i.issue_date desc limit 1`,
    );
    const token = await house.server.signIn('merchant');
    const body = { line: 1, reason: 'We ordered half of it', amount: 100 };
    expect(await house.server.call('POST', `/v0/invoices/${invoice?.id}/dispute`, body, token)).toMatchObject({ code: 'OK' });
    const dispute = await one<{ id: string }>('select id from charge_disputes order by sort_at desc limit 1');
    const page = await house.visit(`/accounting/disputes/${dispute?.id}`, { as: 'finance' });
    await button(record(page), 'Accept').first().click();
    const question = page.getByRole('dialog').last();
    await fill(question, { Answer: 'You are right' });
    await question.getByRole('button', { name: 'Accept', exact: true }).last().click();
    await expect
      .poll(async () => (await one<{ status: string }>(`select status from charge_disputes where id = '${dispute?.id}'`))?.status)
      .toBe('accepted');
    const merchant = await house.visit('/mEP/disputes', { as: 'merchant' });
    await expect.poll(() => rowsOf(merchant).count()).toBeGreaterThan(0);
    await sees(merchant.getByText('Accepted').first());
  });
});
