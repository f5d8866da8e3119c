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
});
