import { beforeAll, describe, expect, it } from 'vitest';
import { button, confirm, openRow, record } from './hands.ts';
import { openHouse, rowsOf, sees, seesNot, travel } from './house.ts';

const house = openHouse();
beforeAll(() => house.server.pool.query(`insert into book_periods (month) values ('2025-01-01')`));

describe('a month of the books', () => {
  it('is closed by finance, refuses an entry, and is reopened by a manager who says why', async () => {
    const finance = await house.visit('/accounting/periods', { as: 'finance' });
    const month = rowsOf(finance).filter({ hasText: '2025-01' });
    await openRow(finance, month);
    await confirm(finance, 'Close', /Nobody can book into it any more/);
    await sees(record(finance).getByText('Closed', { exact: true }));

    const [from, to] = (await house.server.pool.query<{ id: string }>(`select id from accounts where no in ('1000', '1200') order by no`))
      .rows;
    const line = (accountId: string | undefined, side: object) => ({ id: crypto.randomUUID(), accountId, ...side });
    const entry = { bookedOn: '2025-01-15', text: 'Cash to bank', lines: [line(to?.id, { debit: 100 }), line(from?.id, { credit: 100 })] };
    const token = await house.server.signIn('finance');
    expect(await house.server.call('POST', '/v0/manualEntries', entry, token)).toMatchObject({
      code: 'StateRefused',
      data: 'bookPeriods.refusals.isClosed',
    });

    const manager = await house.visit('/accounting/periods', { as: 'manager' });
    await openRow(manager, rowsOf(manager).filter({ hasText: '2025-01' }));
    await confirm(manager, 'Reopen', /The reason is kept in the history/, { 'Reason for reopening': 'An invoice of January was missing' });
    await sees(record(manager).getByText('Open', { exact: true }));
    expect((await house.server.call('POST', '/v0/manualEntries', entry, token)).code).toBe('OK');
  });
});

describe('a tariff', () => {
  it('is copied to a new version and activated; then nobody edits it', async () => {
    const page = await house.visit('/meta/tariffs', { as: 'finance' });
    await openRow(page, rowsOf(page).filter({ hasText: 'Base prices' }));
    await sees(record(page).getByText(/Prices of an active tariff never change/));
    await seesNot(button(record(page), 'Edit'));
    await button(record(page), 'Copy to new version').click();
    const drafts = async () => (await house.server.pool.query<{ id: string }>(`select id from tariffs where status = 'draft'`)).rows;
    await expect.poll(async () => (await drafts()).length).toBe(1);
    await travel(page, `/meta/tariffs/${(await drafts())[0]?.id}`);
    await sees(record(page).getByRole('heading', { name: 'Base prices · 2' }));
    await sees(button(record(page), 'Edit'));
    await confirm(page, 'Activate', /can no longer be changed/);
    await sees(record(page).getByText('Active', { exact: true }));
    await seesNot(button(record(page), 'Edit'));
  });
});
