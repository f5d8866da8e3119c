import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { houseToday } from '#contract/core/house-day';
import { monthDays } from '#contract/money/accountant-exports';
import { button, choose, dialog, fill, record } from './hands.ts';
import { openForBusiness, openHouse, sees, travel } from './house.ts';

/** The jobs of the guided tour, each done by the words of its steps. “Edit a mask” is in palette.test.ts. */

const house = openHouse();
beforeAll(async () => {
  await openForBusiness(house);
  await house.call('POST', '/v0/charges/collect', {}, 'finance');
});

type Guide = {
  /** Waits until so many steps are ticked, and answers what the next one says to do. */
  at: (done: number) => Promise<string>;
  /** Presses “Show me”. */
  show: () => Promise<void>;
  /** The same; answers the element that the step outlines. */
  outlined: () => Promise<Locator>;
  finished: () => Promise<void>;
};

function guideOf(page: Page, title: string, steps: number): Guide {
  const panel = page.getByRole('complementary', { name: `Guided tour: ${title}` });
  const show = (): Promise<void> => button(panel, 'Show me').click();
  return {
    at: async (done) => {
      await sees(panel.getByText(`${done} of ${steps}`));
      expect(await panel.locator('li[data-done=true]').count()).toBe(done);
      return panel.locator('.t-sentence').innerText();
    },
    show,
    outlined: async () => {
      await show();
      const element = page.locator('[data-tour]');
      await sees(element);
      return element;
    },
    finished: async () => {
      await sees(panel.getByText('Finished. You did this job from start to end.'));
      expect(await panel.locator('li[data-done=true]').count()).toBe(0);
    },
  };
}

/** Number of the record that a step names, once it is read. */
async function numberIn(page: Page, text: RegExp): Promise<string> {
  const sentence = page.locator('.t-sentence').filter({ hasText: text });
  await sees(sentence);
  return text.exec(await sentence.innerText())?.[1] ?? '';
}

/** An element of the station that is shown: those that were left stay in the page, hidden. */
const shown = (page: Page, css: string): Locator => page.locator(css).filter({ visible: true }).first();

/** Presses “Enter” of a station, types a code in place of a scan, and waits for the verdict. */
async function type(page: Page, code: string): Promise<void> {
  const verdict = shown(page, '.s-verdict');
  const before = await verdict.getAttribute('data-scan');
  await button(page, 'Enter').click();
  await dialog(page).getByRole('textbox').fill(code);
  await dialog(page).getByRole('button', { name: 'OK', exact: true }).click();
  await expect.poll(() => verdict.getAttribute('data-scan')).not.toBe(before);
}

it('the warehouse receives a delivery with a piece missing, then picks a picklist and packs an order', async () => {
  const page = await house.visit('/home', { as: 'warehouse' });
  await page.getByRole('button', { name: /^Receive a delivery/ }).click();
  const receive = guideOf(page, 'Receive a delivery', 4);
  await receive.at(0);
  await (await receive.outlined()).click();
  await receive.at(1);
  const delivery = await numberIn(page, /Open delivery (\S+)\./);
  await receive.show();
  await receive.at(2);
  const sku = await shown(page, '.s-lines li code').innerText();
  expect(await (await receive.outlined()).innerText()).toBe('Enter');
  await type(page, sku);
  await button(page, 'Done').click();
  await receive.at(3);
  await (await receive.outlined()).click();
  await page.locator('.s-options').getByRole('button', { name: 'Less was delivered' }).click();
  // Closed as it is, the house may count what it came on; that is no part of the job.
  await button(dialog(page), 'Skip').click();
  await receive.finished();
  const { rows } = await house.server.pool.query('select receipt_closed_at as closed from tasks where no = $1', [delivery]);
  expect(rows).toEqual([{ closed: expect.any(Date) }]);

  await page.getByRole('button', { name: 'Next: Pick and pack an order' }).click();
  const pack = guideOf(page, 'Pick and pack an order', 6);
  await pack.at(0);
  await (await pack.outlined()).click();
  await pack.at(1);
  await pack.show();
  await pack.at(2);
  await pack.show();
  const place = /Go to (\S+): /;
  await sees(shown(page, '.s-prompt').filter({ hasText: place }));
  await type(page, place.exec(await shown(page, '.s-prompt').innerText())?.[1] ?? '');
  await type(page, await shown(page, '.s-goods code').innerText());
  await button(page, 'Done').click();
  await pack.at(3);
  const order = await numberIn(page, /with order (\S+),/);
  await pack.show();
  await pack.at(4);
  await page
    .locator('.s-choice')
    .getByRole('button', { name: /Pack table 1/ })
    .click();
  await sees(page.getByText(`${order} is open.`));
  const prompt = shown(page, '.s-prompt');
  while (/still to pack/.test(await prompt.innerText())) await type(page, await shown(page, '.s-goods code').innerText());
  await pack.at(5);
  await (await pack.outlined()).click();
  // The carrier wants the weight; a pad asks for it.
  const weight = page.getByRole('dialog').getByRole('textbox');
  await sees(page.getByText('Finished. You did this job').or(weight));
  if ((await weight.count()) > 0) {
    await weight.fill('0,2');
    await dialog(page).getByRole('button', { name: 'OK', exact: true }).click();
  }
  await pack.finished();
});

it('an employee answers the most urgent ticket', async () => {
  const page = await house.visit('/home', { as: 'employee' });
  await page.getByRole('button', { name: /^Answer a ticket/ }).click();
  const ticket = guideOf(page, 'Answer a ticket', 4);
  await ticket.at(0);
  await ticket.show();
  await ticket.at(1);
  const no = await numberIn(page, /Open ticket (\S+) and/);
  await ticket.show();
  await sees(record(page).getByText(no));
  await ticket.at(2);
  // The field has the focus.
  await ticket.outlined();
  await page.keyboard.type('We look after it today.');
  await ticket.at(3);
  await (await ticket.outlined()).click();
  await ticket.finished();
});

it('finance posts an invoice that it wrote, then bills the month for Northwind from what the house did', async () => {
  const page = await house.visit('/home', { as: 'finance' });
  await page.getByRole('button', { name: /^Bill a merchant/ }).click();
  const bill = guideOf(page, 'Bill a merchant', 5);
  await bill.at(0);
  await bill.show();
  await bill.at(1);
  await bill.show();
  await bill.at(2);
  await choose(page, record(page), 'Party', 'Northwind');
  await button(page, 'Add line').click();
  await fill(record(page), { 'Description 1': 'Relabelling', 'Quantity 1': '10', 'Unit price 1': '2.50' });
  await (await bill.outlined()).getByRole('button', { name: 'Save' }).click();
  await bill.at(4);
  await (await bill.outlined()).click();
  await dialog(page).getByRole('button', { name: 'Post invoice', exact: true }).click();
  await bill.finished();

  await travel(page, '/home');
  await page.getByRole('button', { name: /^Bill the month for Northwind/ }).click();
  const month = guideOf(page, 'Bill the month for Northwind', 5);
  await month.at(0);
  await month.show();
  await month.at(1);
  await (await month.outlined()).click();
  const { from, to } = monthDays(houseToday());
  await fill(record(page), { From: from, To: to });
  await choose(page, record(page), 'Merchants', 'Northwind');
  await page.keyboard.press('Escape');
  await button(record(page), 'Save').click();
  await month.at(2);
  await (await month.outlined()).getByRole('button', { name: 'Check' }).click();
  await month.at(3);
  await (await month.outlined()).getByRole('button', { name: 'Approve' }).click();
  const reason = { 'Reason, if something is missing': 'Pallets are counted later' };
  await fill(dialog(page), reason);
  await dialog(page).getByRole('button', { name: 'Approve', exact: true }).last().click();
  await month.at(4);
  await (await month.outlined()).getByRole('button', { name: 'Post invoices' }).click();
  await dialog(page).getByRole('button', { name: 'Post invoices', exact: true }).last().click();
  await month.finished();
  await sees(page.getByRole('link', { name: /^E-\d{4}-\d{5}$/ }));
});
