import { beforeAll, expect, it } from 'vitest';
import { houseToday } from '#contract/core/house-day';
import { button, choose, dialog, fill, record } from './hands.ts';
import { openForBusiness, openHouse, sees, seesNot } from './house.ts';

const house = openHouse();
beforeAll(() => openForBusiness(house));

type Id = { id: string };
const one = async (text: string): Promise<string> => (await house.server.pool.query<Id>(text)).rows[0]?.id ?? '';

it('a posted run is sent as its next step, a merchant disputes a line by its name, and reads the credit note', async () => {
  const merchant = await one(
    `select m.id from merchants m join users u on u.merchant_id = m.id where u.account = 'merchant@kontor.example'`,
  );
  await house.call('POST', '/v0/charges/collect', {}, 'finance');
  const days = { periodFrom: `${houseToday().slice(0, 8)}01`, periodTo: houseToday() };
  const run = await house.call<Id>('POST', '/v0/billingRuns', { ...days, merchantIds: [merchant] }, 'finance');
  await house.call('POST', `/v0/billingRuns/${run.id}/check`, {}, 'finance');
  await house.call('POST', `/v0/billingRuns/${run.id}/approve`, { reason: 'Pallets are counted later' }, 'finance');
  await house.call('POST', `/v0/billingRuns/${run.id}/post`, {}, 'finance');
  await expect.poll(() => one(`select id from billing_runs where id = '${run.id}' and state = 'posted'`)).toBe(run.id);

  const finance = await house.visit(`/accounting/runs/${run.id}`, { as: 'finance' });
  await sees(record(finance).getByText('send the invoice by mail.'));
  // What cannot be sent is named with its reason, and is sent once that is mended.
  const address = (email: string) =>
    house.server.pool.query(`update merchants set email = $2, invoice_email = '' where id = $1`, [merchant, email]);
  await address('');
  await button(record(finance), 'Send invoices').click();
  await sees(
    record(finance)
      .getByRole('alert')
      .filter({ hasText: /^E-\d{4}-\d{5}: The party has no e-mail for invoices/ }),
  );
  await address('billing@northwind.example');
  await button(record(finance), 'Send invoices').click();
  await sees(finance.getByText('1 invoice is sent by mail.'));
  await seesNot(button(record(finance), 'Send invoices'));
  const invoice = await one(`select invoice_id as id from billing_documents where run_id = '${run.id}'`);
  expect(await one(`select invoice_id as id from outgoing_mails where invoice_id = '${invoice}'`)).toBe(invoice);

  const outside = await house.visit(`/mEP/invoices/${invoice}`, { as: 'merchant' });
  // What the lines are made of stands below them.
  await sees(record(outside).getByRole('heading', { name: 'Charges' }));
  await button(record(outside), 'More').click();
  await outside.getByRole('menuitem', { name: 'Dispute a line', exact: true }).click();
  await choose(outside, dialog(outside), 'Line', '1 ·');
  await fill(dialog(outside), { Reason: 'These pieces were picked twice' });
  await dialog(outside).getByRole('button', { name: 'Dispute a line', exact: true }).click();
  await seesNot(dialog(outside));
  const dispute = await one(`select id from charge_disputes where invoice_id = '${invoice}'`);

  await finance.goto(`/accounting/disputes/${dispute}`);
  // The facts that the answer is about.
  await sees(record(finance).getByRole('heading', { name: 'Charges' }));
  await button(record(finance), 'Accept').click();
  await fill(dialog(finance), { Answer: 'You are right' });
  await dialog(finance).getByRole('button', { name: 'Accept', exact: true }).last().click();
  await sees(record(finance).getByRole('link', { name: /^EC-\d{4}-\d{5}/ }));

  await outside.goto('/mEP/disputes');
  await sees(outside.getByText('You are right'));
  await sees(outside.getByText(/^EC-\d{4}-\d{5}/).first());
});
