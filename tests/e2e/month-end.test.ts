import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { addDays, houseToday } from '#contract/core/house-day';
import { monthDays } from '#contract/money/accountant-exports';
import { button, confirm, openRow, record } from './hands.ts';
import { openHouse, rowsOf, sees, seesNot } from './house.ts';

const house = openHouse();

/** The row of a check on the page of the month. */
const check = (page: Page, text: RegExp) => page.locator('.me-checks > li').filter({ hasText: text });

it('finance finds what is open in a month, opens its VAT return, and makes the export for the accountant', async () => {
  const page = await house.visit('/accounting/month-end', { as: 'finance' });
  // The month before stands first; the sample's last booking may be of this month.
  const { rows } = await house.server.pool.query<{ now: boolean }>(
    `select date_trunc('month', max(booked_on)) = date_trunc('month', kontor_day()) as now from transactions`,
  );
  if (rows[0]?.now) await button(page, 'Month after').click();
  await sees(page.getByText(/entr(y is|ies are) not exported/));
  // What is not exported is listed alone, and nothing is left of it after the export.
  const behind =
    (await check(page, /not exported/)
      .getByRole('link', { name: 'Show' })
      .getAttribute('href')) ?? '';
  const list = await house.visit(behind, { as: 'finance' });
  await expect.poll(() => rowsOf(list).count()).toBeGreaterThan(0);
  await button(page, 'Make the export').click();
  await sees(page.getByText('Made once. A further export holds only what was booked since.'));
  await list.goto(behind);
  await sees(list.locator('.m-filter-words').first());
  await expect.poll(() => rowsOf(list).count()).toBe(0);
  const file = page.getByRole('link', { name: 'Last file' });
  const answer = await page.request.get(new URL((await file.getAttribute('href')) ?? '', page.url()).href);
  expect(answer.headers()['content-type']).toContain('application/zip');
  await page.getByRole('link', { name: 'Open the VAT return' }).click();
  await sees(page.getByRole('heading', { name: 'Agreement with the tax accounts' }));
  await sees(page.getByText('Taxable at 19 %'));
});

const show = (page: Page, text: RegExp) => check(page, text).getByRole('link', { name: 'Show' }).click();
const one = async (text: string): Promise<string> => (await house.server.pool.query<{ id: string }>(text)).rows[0]?.id ?? '';

it('a month goes from work that nobody approved to closed books, refuses an entry, and is reopened by a manager', async () => {
  const { from, to } = monthDays(addDays(`${houseToday().slice(0, 8)}01`, -1));
  const work = {
    merchantId: await one(`select id from merchants where no = 'M-1001'`),
    categoryId: await one(
      `select id from quotation_categories where meter = 'work' and metered_from is not null order by position limit 1`,
    ),
    userId: await one(`select id from users where account = 'warehouse@kontor.example'`),
  };
  await house.call('POST', '/v0/workEntries', { ...work, workedOn: to, minutes: 90, note: 'Relabelled a pallet' });
  const [cash, bank] = [await one(`select id from accounts where no = '1000'`), await one(`select id from accounts where no = '1200'`)];
  const line = (accountId: string, side: object) => ({ id: crypto.randomUUID(), accountId, ...side });
  const entry = () => ({ bookedOn: to, text: 'Cash to bank', lines: [line(bank, { debit: 100 }), line(cash, { credit: 100 })] });
  await house.call('POST', '/v0/manualEntries', entry(), 'finance');
  const earlier = await house.server.pool.query<{ id: string }>(
    `select id from book_periods where month < $1::date and state <> 'closed' order by month`,
    [from],
  );
  for (const { id } of earlier.rows) await house.call('POST', `/v0/bookPeriods/${id}/close`, {}, 'finance');

  const page = await house.visit('/accounting/month-end', { as: 'finance' });
  await show(page, /work by hand (is|are) not approved/);
  await openRow(page, rowsOf(page).filter({ hasText: 'Relabelled a pallet' }));
  await button(record(page), 'Approve').click();
  await seesNot(button(record(page), 'Approve'));
  await page.goto('/accounting/charges');
  await button(page, 'Collect now').click();
  await sees(page.getByText(/^Work collected: /));

  await page.goto('/accounting/month-end');
  await seesNot(check(page, /not approved/).filter({ hasText: 'work by hand' }));
  await show(page, /charges? (is|are) not billed/);
  await button(page, 'New billing run').click();
  // The form opens with the days of the last month.
  await button(page, 'Save').click();
  await button(record(page), 'Check').click();
  await sees(record(page).getByText('Work by hand, per hour', { exact: true }).first());
  // Its charges are on the run now, so that the month would look finished.
  await page.goto('/accounting/month-end');
  await seesNot(check(page, /not billed/));
  await show(page, /billing run is not posted/);
  await openRow(page, rowsOf(page).first());
  await confirm(page, 'Approve', /Reason, if something is missing/, { 'Reason, if something is missing': 'The rest is billed later' });
  await sees(button(record(page), 'Post invoices'));
  await confirm(page, 'Post invoices', /numbers/);
  await sees(
    record(page)
      .getByRole('link', { name: /^E-\d{4}-\d{5}$/ })
      .first(),
  );
  await page.goto('/accounting/month-end');
  await sees(page.getByRole('heading', { name: 'Export for the accountant' }));
  await seesNot(check(page, /billing run is not posted/));

  await page.getByRole('link', { name: 'Soft-close' }).click();
  await confirm(page, 'Close', /Nobody can book into it any more/);
  await sees(record(page).getByText('Closed', { exact: true }));
  const token = await house.server.signIn('finance');
  expect(await house.server.call('POST', '/v0/manualEntries', entry(), token)).toMatchObject({
    code: 'StateRefused',
    data: 'bookPeriods.refusals.isClosed',
  });

  const manager = await house.visit('/accounting/month-end', { as: 'manager' });
  await sees(manager.getByText('Closed. Nobody can book into it; reopening needs a reason.'));
  await button(manager, 'Reopen').click();
  await sees(button(record(manager), 'Reopen'));
  await confirm(manager, 'Reopen', /The reason is kept in the history/, { 'Reason for reopening': 'A bill came late' });
  await sees(record(manager).getByText('Open', { exact: true }));
  expect((await house.server.call('POST', '/v0/manualEntries', entry(), token)).code).toBe('OK');
});
