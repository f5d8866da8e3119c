import { expect, it } from 'vitest';
import { button } from './hands.ts';
import { openHouse, sees } from './house.ts';

const house = openHouse();

it('finance finds what is open in a month, opens its VAT return, and makes the export for the accountant', async () => {
  const page = await house.visit('/accounting/month-end', { as: 'finance' });
  // The month before stands first; the sample's last booking may be of this month.
  const { rows } = await house.server.pool.query<{ now: boolean }>(
    `select date_trunc('month', max(booked_on)) = date_trunc('month', kontor_day()) as now from transactions`,
  );
  if (rows[0]?.now) await button(page, 'Month after').click();
  await sees(page.getByText(/entr(y is|ies are) not exported/));
  await button(page, 'Make the export').click();
  await sees(page.getByText('Made once. A further export holds only what was booked since.'));
  const file = page.getByRole('link', { name: 'Last file' });
  const answer = await page.request.get(new URL((await file.getAttribute('href')) ?? '', page.url()).href);
  expect(answer.headers()['content-type']).toContain('application/zip');
  await page.getByRole('link', { name: 'Open the VAT return' }).click();
  await sees(page.getByRole('heading', { name: 'Agreement with the tax accounts' }));
  await sees(page.getByText('Taxable at 19 %'));
});
