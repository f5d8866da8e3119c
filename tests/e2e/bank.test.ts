import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { houseToday } from '#contract/core/house-day';
import { camtFile, germanIban, type Movement } from '../support/bank-files.ts';
import { openHouse, sees } from './house.ts';

const house = openHouse();
const ENTRIES = 20;
let account = '';
let iban = '';

/** The entries that are undecided in the list. */
const options = (page: Page) => page.getByRole('listbox', { name: 'Undecided entries' }).getByRole('option');
const stateOf = async (state: string): Promise<number> => {
  const { rows } = await house.server.pool.query<{ n: number }>(
    `select count(*)::int as n from bank_entries where bank_account_id = $1 and state = $2 and purpose like 'Keyboard %'`,
    [account, state],
  );
  return rows[0]?.n ?? 0;
};

/** How many entries of the account wait to be booked without a person. */
const clearEntries = async (): Promise<number> => {
  const { rows } = await house.server.pool.query<{ n: number }>(
    `select count(*)::int as n from bank_entries where bank_account_id = $1 and state = 'proposed' and automatic`,
    [account],
  );
  return rows[0]?.n ?? 0;
};

/** A statement that follows the last one, with these movements. */
async function statement(number: string, movements: Movement[]): Promise<string> {
  const { rows } = await house.server.pool.query<{ last: number }>(`select last_balance::int as last from bank_accounts where id = $1`, [
    account,
  ]);
  return camtFile({ iban, number, opening: rows[0]?.last ?? 0, movements, on: houseToday() });
}

describe('matching of bank entries', () => {
  beforeAll(async () => {
    const { rows } = await house.server.pool.query<{ id: string; iban: string }>(
      `select id, iban from bank_accounts order by sort_at limit 1`,
    );
    account = rows[0]?.id ?? '';
    iban = rows[0]?.iban ?? '';
    await house.server.pool.query(
      `insert into bank_rules (name, side, text, account_id) select 'By keyboard', 'out', 'Keyboard', id from accounts where no = '4970'`,
    );
  });

  it('shows what a dropped file contains before it is stored, and why another one is refused', async () => {
    const page = await house.visit('/accounting/bank-matching', { as: 'finance' });
    const movements = Array.from({ length: ENTRIES }, (_, i) => ({
      bookedOn: houseToday(),
      amount: -(1000 + i),
      name: 'Office supplies',
      iban: germanIban('20041133', 100 + i),
      purpose: `Keyboard ${i}`,
      bankRef: `KEY${i}`,
    }));
    const file = await statement('2', movements);
    const choose = (text: string) =>
      page.locator('input[type=file]').setInputFiles({ name: 'statement.xml', mimeType: 'text/xml', buffer: Buffer.from(text) });
    await choose(file.slice(0, 800));
    await sees(page.getByRole('dialog').getByText(/^Line \d+: the file ends too early/));
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await choose(file);
    await sees(page.getByRole('dialog').getByText(`${ENTRIES} new, 0 known before`));
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `Store (${ENTRIES} new)` })
      .click();
    await expect.poll(() => stateOf('proposed')).toBe(ENTRIES);
    // The page books what is clear after it stored the file.
    await expect.poll(clearEntries).toBe(0);
    await expect.poll(() => page.getByRole('listbox').getAttribute('aria-busy')).toBe('false');
  });

  it('works through twenty entries by keyboard alone, and takes the last one back', async () => {
    const page = await house.visit('/accounting/bank-matching', { as: 'finance' });
    await sees(options(page).first());
    expect(await page.getByRole('listbox').evaluate((list) => list === document.activeElement)).toBe(true);
    // Entries that rules propose stand behind those of the sample.
    await page.keyboard.press('End');
    for (let done = 1; done <= ENTRIES; done += 1) {
      await sees(page.getByRole('option', { name: 'Office supplies', selected: true }));
      await sees(page.getByRole('radio').first());
      await page.keyboard.press('Enter');
      await expect.poll(() => stateOf('booked')).toBe(done);
      await sees(page.getByRole('status').filter({ hasText: 'Booked: Office supplies' }));
      await expect.poll(() => page.getByRole('listbox').getAttribute('aria-busy')).toBe('false');
      if (done < ENTRIES) await page.keyboard.press('End');
    }
    await page.keyboard.press('u');
    await expect.poll(() => stateOf('booked')).toBe(ENTRIES - 1);
    await sees(options(page).filter({ hasText: 'Office supplies' }));
    await expect.poll(() => page.getByRole('listbox').getAttribute('aria-busy')).toBe('false');
    await page.keyboard.press('End');
    await page.keyboard.press('r');
    await page.getByRole('dialog').getByLabel('Reason').fill('A gift');
    await page.getByRole('dialog').getByRole('button', { name: 'Leave with a reason' }).click();
    await expect.poll(() => stateOf('ignored')).toBe(1);
  });

  it('splits an entry over a document and what stays with the party', async () => {
    const page = await house.visit('/accounting/bank-matching', { as: 'finance' });
    await options(page).filter({ hasText: 'Unknown payer' }).click();
    await page.keyboard.press('s');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('checkbox').first().check();
    await sees(dialog.getByText('Stays open (part payment)'));
    await dialog.getByRole('button', { name: 'Book' }).click();
    await sees(page.getByRole('status').filter({ hasText: 'Booked: Unknown payer' }));
  });

  it('makes a rule of what was booked to an account by hand, and takes it back, by keyboard', async () => {
    const page = await house.visit('/accounting/bank-matching', { as: 'finance' });
    await options(page).filter({ hasText: 'Harbour Estates' }).click();
    await page.keyboard.press('s');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Account').click();
    await page.keyboard.type('4970');
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: '4970 ·' }).click();
    await dialog.getByRole('button', { name: 'Book' }).click();
    const status = page.locator('.bk-status');
    await sees(status.getByText('Booked: Harbour Estates'));
    await sees(status.getByRole('button', { name: 'Always book like this' }));
    await expect.poll(() => page.getByRole('listbox').evaluate((list) => list === document.activeElement)).toBe(true);
    await page.keyboard.press('a');
    await sees(status.getByText(/^Rule “Harbour Estates.* → 4970” proposes this from now on/));
    const rules = async (): Promise<{ automatic: boolean }[]> =>
      (
        await house.server.pool.query<{ automatic: boolean }>(
          `select automatic from bank_rules where name like 'Harbour Estates%' and deleted_at is null`,
        )
      ).rows;
    expect(await rules()).toEqual([{ automatic: false }]);
    await expect.poll(() => page.getByRole('listbox').getAttribute('aria-busy')).toBe('false');
    await page.keyboard.press('u');
    await expect.poll(rules).toEqual([]);
    await sees(status.getByText('Booked: Harbour Estates'));
    await expect.poll(() => page.getByRole('listbox').getAttribute('aria-busy')).toBe('false');
    await page.keyboard.press('u');
    await sees(options(page).filter({ hasText: 'Harbour Estates' }));
  });
});

describe('set-off', () => {
  it('shows both sides on the record of a party, books them, and is taken back', async () => {
    const { rows } = await house.server.pool.query<{ name: string; open: number }>(
      `select m.name, sum(i.open)::int as open from invoices i join merchants m on m.id = i.merchant_id where i.open > 0 and i.kind = 'invoice' and i.currency = 'EUR' group by m.name order by 2 desc limit 1`,
    );
    const name = rows[0]?.name ?? '';
    const supplier = await house.call<{ id: string }>('POST', '/v0/suppliers', { name: `${name} GmbH` }, 'finance');
    const bill = await house.call<{ id: string }>(
      'POST',
      '/v0/bills',
      {
        supplierId: supplier.id,
        theirNo: 'SET-OFF-1',
        billDate: houseToday(),
        theirTotal: 1190,
        lines: [{ id: randomUUID(), text: 'Tape', qty: 1000, unit: '', unitPrice: 100_000, discount: 0, vatCategory: 'S', vatRate: 1900 }],
      },
      'finance',
    );
    await house.call('POST', `/v0/bills/${bill.id}/approve`, {}, 'finance');
    const page = await house.visit(`/purchases/suppliers/${supplier.id}`, { as: 'finance' });
    await page.getByRole('button', { name: 'More' }).first().click();
    await page.getByRole('menuitem', { name: 'Set off' }).click();
    const dialog = page.getByRole('dialog');
    await sees(dialog.getByText('It is the same company: same name.'));
    const still = (amount: number): string =>
      `${name} still owes us ${new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR' }).format(amount / 100)}.`;
    await sees(dialog.getByText(still((rows[0]?.open ?? 0) - 1190)));
    await dialog.getByRole('checkbox', { name: 'SET-OFF-1' }).uncheck();
    await sees(dialog.getByText(/^Both sides must come to the same amount/));
    expect(await dialog.getByRole('button', { name: 'Set off' }).isDisabled()).toBe(true);
    await dialog.getByRole('checkbox', { name: 'SET-OFF-1' }).check();
    await dialog.getByRole('button', { name: 'Set off' }).click();
    await sees(dialog.getByText(/^€11\.90 were set off: .* against SET-OFF-1\.$/));
    expect(await dialog.getByRole('link', { name: /^P-\d+$/ }).count()).toBe(2);
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await sees(dialog.getByText('The set-off was undone. All documents are open again.'));
    const { rows: after } = await house.server.pool.query<{ open: number }>(`select open::int from bills where id = $1`, [bill.id]);
    expect(after).toEqual([{ open: 1190 }]);
  });
});
