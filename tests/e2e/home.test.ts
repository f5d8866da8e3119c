import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { openHouse, rowsOf, sees, seesNot, standsAt } from './house.ts';

const house = openHouse();
it('Home says that nothing waits, and shows zeros for stations only', async () => {
  const page = await house.visit('/home', { as: 'carrier' });
  await sees(page.getByText('Nothing needs your attention right now.'));
  await seesNot(page.getByRole('link', { name: /Orders without a label/ }));
});

it('a number on Home that changes is told at once, and leads by keyboard to the list it counts', async () => {
  const page = await house.visit('/home', { as: 'warehouse' });
  const tile = page.getByRole('link', { name: /To receive/ }).first();
  await sees(tile.getByText('0', { exact: true }));
  const { rows } = await house.server.pool.query(
    `select i.id as "itemId", i.merchant_id as "merchantId" from items i where merchant_id is not null order by sku limit 1`,
  );
  const { itemId, merchantId } = rows[0];
  await house.call('POST', '/v0/tasks', { kind: 'inbound', merchantId, refOrderId: 'PO-1', lines: [{ itemId, qty: 3 }] }, 'admin');
  await sees(tile.getByText('1', { exact: true }));
  await seesNot(page.getByText('Nothing needs your attention right now.'));

  await tile.focus();
  await page.keyboard.press('Enter');
  await standsAt(page, '/wEP/inbound-orders?f.status.in=receiptPending&f.status.in=inTransit&f.status.in=receiving');
  await expect.poll(() => rowsOf(page).count()).toBe(1);
});

it('Home of a merchant speaks of the own orders and goods, draws them, and fits a phone', async () => {
  const page = await house.visit('/home', { as: 'merchant', viewport: { width: 390, height: 844 } });
  await sees(page.getByText('Which items run short?'));
  await sees(page.getByRole('list', { name: 'Parcels shipped per day, last 14 days' }));
  await sees(page.getByRole('button', { name: 'New order' }));
  await seesNot(page.getByText('Invoice drafts to post'));
  // The jobs of the tour are those of staff.
  await seesNot(page.getByText('Try six jobs'));
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
});

type Hand = { lift: (from: Locator) => Promise<void>; drop: (to: Locator) => Promise<void> };
const middleOf = async (place: Locator): Promise<{ x: number; y: number }> => {
  await place.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await place.boundingBox())!;
  return { x: x + width / 2, y: y + Math.min(height / 2, 60) };
};

/** Drags as a mouse does, and as a finger does that rests before it moves. */
function handsOf(page: Page): Record<'mouse' | 'touch', Hand> {
  const finger = page.context().newCDPSession(page);
  const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    void (await (await finger).send('Input.dispatchTouchEvent', { type, touchPoints }));
  const lifted = page.locator('[data-lifted]');
  const over = async (to: Locator) => sees(to.and(page.locator('[data-over]')));
  return {
    mouse: {
      lift: async (from) => {
        const { x, y } = await middleOf(from);
        await page.mouse.move(x, y);
        await page.mouse.down();
        await page.mouse.move(x + 5, y + 10, { steps: 4 });
        await lifted.waitFor();
      },
      drop: async (to) => {
        const { x, y } = await middleOf(to);
        await page.mouse.move(x, y, { steps: 5 });
        await over(to);
        await page.mouse.up();
      },
    },
    touch: {
      lift: async (from) => {
        await touch('touchStart', [await middleOf(from)]);
        await lifted.waitFor();
      },
      drop: async (to) => {
        const point = await middleOf(to);
        await touch('touchMove', [{ x: point.x - 10, y: point.y }]);
        await touch('touchMove', [point]);
        await over(to);
        await touch('touchEnd', []);
      },
    },
  };
}
/** What a screen reader is told while something is dragged. Keys are listened to a moment after a card is said to be lifted. */
const announced = async (page: Page, text: string | RegExp): Promise<void> => {
  await page.getByRole('status').filter({ hasText: text }).first().waitFor({ state: 'attached' });
  await page.evaluate(() => new Promise((done) => setTimeout(done)));
};

describe('a card of a board', () => {
  it('is moved by mouse, by touch and by keyboard, and each step is announced', async () => {
    const { id } = await house.call<{ id: string }>('POST', '/v0/officeTasks', { title: 'Order tape' });
    const page = await house.visit('/oa/taskBoard', { as: 'employee', hasTouch: true });
    const column = (name: string) => page.getByRole('region', { name, exact: true });
    const cardIn = (name: string) => column(name).getByRole('listitem').filter({ hasText: 'Order tape' });
    const link = page.getByRole('link', { name: 'Order tape' });
    const isStored = (state: string) =>
      expect.poll(async () => (await house.call<{ state: string }>('GET', `/v0/officeTasks/${id}`)).state).toBe(state);
    const { mouse, touch } = handsOf(page);

    await mouse.lift(cardIn('To do'));
    await sees(page.locator('.k-card-overlay', { hasText: 'Order tape' }));
    await mouse.drop(column('In progress'));
    await sees(cardIn('In progress'));
    await isStored('doing');

    await touch.lift(cardIn('In progress'));
    await touch.drop(column('Waiting'));
    await sees(cardIn('Waiting'));
    await isStored('waiting');
    expect(new URL(page.url()).pathname).toBe('/oa/taskBoard');

    await link.focus();
    await page.keyboard.press('Space');
    await announced(page, '“Order tape” picked up.');
    await page.keyboard.press('ArrowRight');
    await announced(page, '“Order tape” is over Done.');
    await page.keyboard.press('Escape');
    await announced(page, 'Move cancelled. “Order tape” stays where it was.');
    await sees(cardIn('Waiting'));
    // Each step is awaited, as a reader of the announcements does: keys are handled only after the card is lifted.
    await page.keyboard.press('Space');
    await announced(page, '“Order tape” picked up.');
    await page.keyboard.press('ArrowLeft');
    await announced(page, '“Order tape” is over In progress.');
    await page.keyboard.press('ArrowLeft');
    await announced(page, '“Order tape” is over To do.');
    await page.keyboard.press('Space');
    await sees(cardIn('To do'));
    await announced(page, '“Order tape” moved to To do');
    await isStored('open');
    await expect.poll(() => link.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it('is shown where it was dropped at once, and goes back if the server refuses', async () => {
    await house.call('POST', '/v0/officeTasks', { title: 'Repair the ramp' });
    const page = await house.visit('/oa/taskBoard', { as: 'employee' });
    const column = (name: string) => page.getByRole('region', { name, exact: true });
    const cardIn = (name: string) => column(name).getByRole('listitem').filter({ hasText: 'Repair the ramp' });
    let answer = (): void => undefined;
    const seen = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/move', async (route) => {
      await seen;
      await route.continue({ postData: JSON.stringify({ state: 'no such state' }) });
    });
    const { mouse } = handsOf(page);
    await mouse.lift(cardIn('To do'));
    await mouse.drop(column('Done'));
    await sees(cardIn('Done'));
    answer();
    await sees(cardIn('To do'));
    await seesNot(cardIn('Done'));
    await sees(page.getByRole('dialog').filter({ hasText: 'Please check the highlighted fields.' }));
  });
});

describe('an entry of the calendar', () => {
  // Every view of a month shows these days of it.
  const on = (day: number) => `${new Date().toLocaleDateString('en-CA', { timeZone: 'Europe/Berlin' }).slice(0, 7)}-${day}`;
  const DAY = on(13);
  const make = (title: string, endDay = DAY) =>
    house.call<{ id: string; version: number }>('POST', '/v0/calendarEntries', { title, kind: 'meeting', startDay: DAY, endDay });
  const open = async () => {
    const page = await house.visit('/calendar/index', { as: 'manager', hasTouch: true });
    const day = (date: string) => page.locator('.c-days > li', { has: page.locator(`time[datetime="${date}"]`) });
    const entryOn = (date: string, title: string) => day(date).getByRole('listitem').filter({ hasText: title });
    return { page, day, entryOn };
  };

  it('is moved to another day by mouse, by touch and by keyboard; one of several days keeps its length', async () => {
    const { id } = await make('Rounds', on(14));
    const { page, day, entryOn } = await open();
    const { mouse, touch } = handsOf(page);
    const isStored = (startDay: string, endDay: string) =>
      expect.poll(() => house.call<Record<string, unknown>>('GET', `/v0/calendarEntries/${id}`)).toMatchObject({ startDay, endDay });
    await mouse.lift(entryOn(on(14), 'Rounds'));
    await mouse.drop(day(on(20)));
    await sees(entryOn(on(19), 'Rounds'));
    await isStored(on(19), on(20));

    await touch.lift(entryOn(on(19), 'Rounds'));
    await touch.drop(day(on(21)));
    await isStored(on(21), on(22));
    expect(new URL(page.url()).pathname).toBe('/calendar/index');

    await entryOn(on(21), 'Rounds').getByRole('link').focus();
    await page.keyboard.press('Space');
    await announced(page, '“Rounds” picked up.');
    await page.keyboard.press('ArrowUp');
    await announced(page, /“Rounds” is over \S+ 14/);
    await page.keyboard.press('ArrowLeft');
    await announced(page, /“Rounds” is over \S+ 13/);
    await page.keyboard.press('Space');
    await sees(page.getByRole('alert').getByText(`“Rounds” moved to ${on(13)}`));
    await isStored(on(13), on(14));
  });

  it('goes back to its day if somebody else changed it before the drop arrived', async () => {
    const { id, version } = await make('Audit');
    const { page, day, entryOn } = await open();
    await page.route(`**/calendarEntries/${id}`, async (route) => {
      await sees(entryOn(on(15), 'Audit'));
      await house.call('PUT', `/v0/calendarEntries/${id}`, { version, title: 'Audit, room 2' });
      await route.continue();
    });
    const { mouse } = handsOf(page);
    await mouse.lift(entryOn(DAY, 'Audit'));
    await mouse.drop(day(on(15)));
    await sees(entryOn(DAY, 'Audit, room 2'));
    await seesNot(entryOn(on(15), 'Audit'));
  });
});

describe('a reported problem', () => {
  /** Colours of one point of the stored picture, 0 to 255; the point is given as a part of width and height. */
  const colorAt = async (bytes: ArrayBuffer, x: number, y: number): Promise<number[]> => {
    const { data, info } = await sharp(Buffer.from(bytes)).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const at = (Math.round(y * info.height) * info.width + Math.round(x * info.width)) * info.channels;
    return [...data.subarray(at, at + 3)];
  };
  const pictureOf = async (id: string, as: string): Promise<Response> =>
    fetch(`${house.server.url}/v0/static/${id}`, { headers: { 'X-Token': await house.server.signIn(as) } });
  type Report = { title: string; subject: string; text: string; kind: string; picture: string; diagnostics: string };
  const lastOf = async (area: string): Promise<Report> => (await house.call<Report[]>('GET', `/v0/${area}?l=1`))[0]!;

  it('reaches the house with a picture, black where it was blacked out, and the errors of the session; nothing is lost when the upload fails', async () => {
    const page = await house.visit('/oa/task/01900000-0000-7000-8000-000000000000?token=not-for-others', { as: 'employee' });
    await sees(page.getByRole('button', { name: /^Error log/ }));
    await page.route(
      '**/statics/upload/image',
      (route) => route.continue({ headers: { ...route.request().headers(), 'x-token': 'void' }, method: 'PUT' }),
      { times: 1 },
    );
    await page.getByRole('button', { name: /^Account:/ }).click();
    await page.getByRole('menuitem', { name: 'Report a problem' }).click();
    const dialog = page.getByRole('dialog', { name: 'Report a problem' });
    await dialog.getByLabel('What went wrong?').fill('The list is wrong.\nIt should be sorted.');
    await dialog.getByRole('radio', { name: 'Black out' }).check();
    const canvas = dialog.getByRole('application', { name: 'Screenshot' });
    const box = (await canvas.boundingBox())!;
    const to = (x: number, y: number) => page.mouse.move(box.x + x * box.width, box.y + y * box.height);
    await to(0.2, 0.2);
    await page.mouse.down();
    await to(0.4, 0.4);
    await page.mouse.up();
    await dialog.getByRole('radio', { name: 'Frame' }).check();
    await canvas.focus();
    await page.keyboard.press('Space');
    for (const key of ['Shift+ArrowRight', 'Shift+ArrowDown']) await page.keyboard.press(key);
    await page.keyboard.press('Space');
    await announced(page, '2 marks');

    await dialog.getByRole('button', { name: 'Send report' }).click();
    await sees(dialog.getByText('The report was not sent. Your entries are kept. Please try again.'));
    await dialog.getByRole('button', { name: 'Send report' }).click();
    await seesNot(dialog);
    await sees(page.getByText(/^Report RQ-\S+ sent/));

    const made = await lastOf('devRequirements');
    expect(made).toMatchObject({ title: 'The list is wrong.', text: 'The list is wrong.\nIt should be sorted.', kind: 'bug' });
    expect(made.diagnostics).toContain('page /oa/task/01900000');
    expect(made.diagnostics).toContain('Chrome');
    expect(made.diagnostics).toMatch(/request \S+/);
    expect(made.diagnostics).not.toContain('not-for-others');
    const bytes = await (await pictureOf(made.picture, 'manager')).arrayBuffer();
    for (const channel of await colorAt(bytes, 0.3, 0.3)) expect(channel).toBeLessThan(12);
    const [red, green] = await colorAt(bytes, 0.5, 0.53);
    expect(red).toBeGreaterThan(150);
    expect(green).toBeLessThan(90);
    expect((await pictureOf(made.picture, 'merchant')).status).toBe(404);
  });

  it('of a merchant becomes a ticket, from the palette, with the keyboard alone', async () => {
    const page = await house.visit('/mEP/item', { as: 'merchant' });
    await sees(rowsOf(page));
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or go to …' }).fill('Report a problem');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Report a problem' });
    await sees(dialog);
    await sees(dialog.getByLabel('What went wrong?').and(page.locator(':focus')));
    await page.keyboard.type('The prices are missing');
    await dialog.getByRole('button', { name: 'Send report' }).focus();
    await page.keyboard.press('Enter');
    await sees(page.getByText(/^Report TK-\S+ sent/));
    const made = await lastOf('tickets');
    expect(made).toMatchObject({ subject: 'The prices are missing', picture: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect((await pictureOf(made.picture, 'merchant')).status).toBe(200);
  });
});
