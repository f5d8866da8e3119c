import { describe, expect, it } from 'vitest';
import { confirm, openRow, record } from './hands.ts';
import { openHouse, rowsOf, sees, travel } from './house.ts';

const house = openHouse();

describe('an invoice', () => {
  it('is sent from its record, stands in the list of mails, and is sent again with a reason once it did not arrive', async () => {
    const page = await house.visit('/sales/invoices', { as: 'finance' });
    const { rows } = await house.server.pool.query<{ no: string }>(
      `select i.no from invoices i join merchants m on m.id = i.merchant_id where i.kind = 'invoice' and i.no <> '' and m.email <> '' order by i.no limit 1`,
    );
    const no = rows[0]?.no ?? '';
    await openRow(page, rowsOf(page).filter({ hasText: no }));
    await confirm(page, 'Send by e-mail', /by e-mail\?/);
    const mails = async () =>
      (await house.server.pool.query<{ id: string; reason: string }>('select id, reason from outgoing_mails order by created_at')).rows;
    await expect.poll(async () => (await mails()).length).toBe(1);
    await travel(page, '/sales/mails');
    await sees(rowsOf(page).filter({ hasText: no }));
    // Before the job takes it or after it was sent: while it is being sent, the job would write the status over this one.
    const fail = () =>
      house.server.pool.query(
        `update outgoing_mails set status = 'failed', due_at = null, error = 'no answer' where status = 'sent' or attempts = 0`,
      );
    await expect.poll(async () => (await fail()).rowCount).toBe(1);
    await travel(page, `/sales/mails/${(await mails())[0]?.id}`);
    await sees(record(page).getByText('no answer', { exact: true }));
    await confirm(page, 'Send again', /Reason/, { Reason: 'Their server was down' });
    await expect.poll(async () => (await mails()).map(({ reason }) => reason)).toEqual(['', 'Their server was down']);
  });
});
