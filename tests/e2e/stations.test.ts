import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandCode } from '#contract/core/barcode/kontor-codes';
import { launchBrowser } from '../support/browser.ts';
import { cameraThatSees } from '../support/camera.ts';
import { strike } from '../support/strike.ts';
import { tablet } from '../support/tablet.ts';
import { announce, carryToken, openHouse, sees, standsAt } from './house.ts';

const house = openHouse();
const TEA = { sku: 'TEE-EARL-250', code: '4012345000016' };
const POT = { sku: 'TEE-KANNE-1L', code: '4012345000030' };
const SIZE = { width: 1024, height: 768 };
const TABLET = { as: 'warehouse', viewport: SIZE, serviceWorkers: 'allow' } as const;
let merchantId: string;

const rows = async (text: string, values: unknown[] = []) => (await house.server.pool.query(text, values)).rows;
const statusOf = async (no: string): Promise<string> => (await rows('select status from tasks where no = $1', [no]))[0].status;
const becomes = (no: string, status: string) => expect.poll(() => statusOf(no)).toBe(status);
const order = (kind: string, lines: { sku: string; qty: number }[], more: Record<string, unknown> = {}) =>
  house.call<{ id: string; no: string }>('POST', '/v0/tasks', { kind, merchantId, lines, ...more });

/** Walks to another station of the same device, as the menu leads there. */
async function walk(page: Page, path: string, station: string) {
  const own = tablet(page);
  await page.evaluate(() => localStorage.removeItem('kontor-station'));
  await page.goto(path);
  await own.stand(station);
  return own;
}

beforeAll(async () => {
  [{ id: merchantId }] = await rows(`select id from merchants where no = 'M-1001'`);
});

describe('a day at a tablet', () => {
  it('takes goods in, puts them away, picks, packs, weighs and hands over, by scans alone', async () => {
    const carrierId = (await rows(`select id from carriers where code = 'DHL'`))[0].id;
    const incoming = await order('inbound', [
      { sku: TEA.sku, qty: 6 },
      { sku: POT.sku, qty: 2 },
    ]);
    const page = await house.visit('/wEP/arrivalScan', TABLET);
    const dock = tablet(page);
    await dock.stand('ST-DOCK-1');
    const waits = page.locator('.s-waiting');
    await sees(waits.locator('code', { hasText: incoming.no }));
    await dock.says(incoming.no, `${incoming.no} is open.`);
    await waits.waitFor({ state: 'detached' });
    await dock.says(TEA.code, `${TEA.sku}: 1 counted.`);
    await dock.figures('6');
    await dock.says(POT.code, `${TEA.sku}: 6 of 6 received.`);
    await dock.button('Undo').first().click();
    await expect.poll(dock.sentence).toBe('Cancelled. Nothing was booked.');
    await dock.says(POT.code, `${POT.sku}: 1 counted.`);
    await dock.says('KONTOR9NEXT', `${POT.sku}: 1 of 2 received.`);
    await dock.button('Undo').first().click();
    await expect.poll(dock.sentence).toBe('Undone: KONTOR9NEXT.');
    await dock.says(POT.code, `${POT.sku}: 1 counted.`);
    await dock.figures('2');
    await sees(page.locator('.s-many', { hasText: '2' }));
    await dock.says('KONTOR9DONE', `Receipt of ${incoming.no} is closed.`);
    const counted = async () =>
      (await rows('select received_pallets as pallets, received_boxes as boxes from tasks where id = $1', [incoming.id]))[0];
    await dock.dialog.getByRole('group', { name: 'Cartons' }).getByRole('button', { name: 'One more' }).click();
    await dock.dialog.getByRole('button', { name: '2', exact: true }).click();
    await dock.button('Save').click();
    await expect.poll(dock.sentence).toBe(`Counted for ${incoming.no}: pallets –, cartons 12.`);
    await dock.button('Correct').click();
    await dock.dialog.getByRole('textbox', { name: 'Pallets' }).fill('1');
    await dock.button('Save').click();
    await sees(page.locator('.s-receipt', { hasText: `${incoming.no}: pallets 1, cartons 12` }));
    await dock.settled();
    expect(await counted()).toEqual({ pallets: 1, boxes: 12 });
    await becomes(incoming.no, 'readyToInbound');

    const shelf = await walk(page, '/wEP/putAway', 'ST-DOCK-1');
    await shelf.figures('6');
    await shelf.says(TEA.code, `6 × ${TEA.sku} in hand.`);
    await shelf.says('01-01-A', '6 put away to 01-01-A.');
    await shelf.figures('2');
    await shelf.says(POT.code, `2 × ${POT.sku} in hand.`);
    await shelf.says('01-02-A', `${incoming.no} is completely put away.`);
    await shelf.settled();
    await becomes(incoming.no, 'inbounded');

    const consignee = { name1: 'Paul Henriot', streetName: 'Kirchgasse', streetNumber: '6', zip: '20457', city: 'Hamburg', country: 'DE' };
    const outgoing = await order(
      'outbound',
      [
        { sku: TEA.sku, qty: 3 },
        { sku: POT.sku, qty: 1 },
      ],
      { consignee: { name2: '', phone: '', email: '', addition: '', ...consignee }, carrierId },
    );
    await becomes(outgoing.no, 'readyToPick');
    await house.call('POST', '/v0/picklists', { kind: 'order', taskIds: [outgoing.id] });
    const [{ no: picklist }] = await rows(`select no from picklists order by sort_at desc limit 1`);

    const cart = await walk(page, '/wEP/pickingScan', 'ST-CART-1');
    await cart.scan(picklist);
    await cart.says('01-02-A', /Wrong compartment|Compartment/);
    await cart.scan('01-01-A');
    await cart.says(TEA.code, `3 × ${TEA.sku}: take them and continue.`);
    await cart.says('NOT-A-CODE', /Unknown code/);
    await cart.says('01-02-A', `${TEA.sku}: 3 of 3 picked.`);
    await cart.says(POT.code, `Picklist ${picklist} is complete.`);
    await cart.settled();
    await becomes(outgoing.no, 'readyToPack');

    const table = await walk(page, '/wEP/packScanOrder', 'ST-PACK-1');
    await table.says(outgoing.no, `${outgoing.no} is open.`);
    await table.figures('3');
    await table.says(TEA.code, `${TEA.sku} into ${outgoing.no}: 3 of 3.`);
    await table.says(TEA.code, `All 3 of ${TEA.sku} are packed. Still missing in ${outgoing.no}: 1.`);
    await table.says(POT.code, `${outgoing.no} is completely packed.`);
    await table.enter('Enter', '2,1');
    await expect.poll(table.sentence).toBe(`Parcel of ${outgoing.no} is closed: 2.1\u00a0kg.`);
    await table.settled();
    const parcel = async () =>
      (await rows('select p.state, p.tracking_no from parcels p join tasks t on t.id = p.task_id where t.no = $1', [outgoing.no]))[0];
    await expect.poll(async () => (await parcel()).state).toBe('labelled');

    const gate = await walk(page, '/wEP/shippingScan', 'ST-DOCK-2');
    const { tracking_no: label } = await parcel();
    await gate.says('LL-901', 'LL-901 is open.');
    await gate.says(label, `${label} is on LL-901: all 1 loaded.`);
    await gate.says(commandCode('done'), 'LL-901 handed over, parcels: 1.');
    await gate.settled();
    await becomes(outgoing.no, 'shipped');
    await gate.says(label, /was handed over by .* at \d\d:\d\d/);
  });

  it('chooses an answer by its number key, by a touch or by its code, and never mistakes a scan for a key', async () => {
    const incoming = await order('inbound', [{ sku: TEA.sku, qty: 1 }]);
    const page = await house.visit('/wEP/arrivalScan', TABLET);
    const dock = tablet(page);
    await dock.stand('ST-DOCK-1');
    await dock.scan(incoming.no);
    await dock.scan(TEA.code);
    await dock.says(TEA.code, `${TEA.sku}: 2 counted.`);
    await dock.says(commandCode('done'), /More .* than announced/);
    await page.getByRole('button', { name: '1 More was delivered' }).waitFor();
    // A code that begins with a number of the choice is no answer.
    await dock.says('1234567890128', /Answer first/i);
    await page.keyboard.press('1', { delay: 20 });
    await expect.poll(dock.sentence).toBe(`${TEA.sku}: 2 of 1 received.`);
    await dock.settled();
    expect((await rows('select received from task_lines where task_id = $1', [incoming.id]))[0].received).toBe(2);
  });
});

/** In the page: a list below the station that is read from the server and drawn anew without a pause. */
function showReloadingList(token: string): void {
  const list = document.body.appendChild(document.createElement('table'));
  const reload = async (count: number): Promise<void> => {
    const answer = await fetch('/v0/items?l=100', { headers: { 'X-Token': token } });
    const { data } = (await answer.json()) as { data: Record<string, unknown>[] };
    list.replaceChildren();
    for (const row of Array.from({ length: 3 }, () => data).flat()) {
      const line = list.insertRow();
      for (const value of Object.values(row)) line.insertCell().textContent = String(value);
    }
    list.dataset['reloads'] = String(count);
    list.getBoundingClientRect();
    setTimeout(() => void reload(count + 1), 50);
  };
  void reload(1);
}

/** RIG=long scans 2,000 codes. */
const CODES = process.env['RIG'] === 'long' ? 2_000 : 200;

it('a scanner at 2 to 8 ms a key loses and cuts no code on a device six times slower, beside a list that reloads', {
  timeout: 120_000 + CODES * 2_400,
}, async () => {
  const codes = Array.from({ length: CODES }, (_, i) => `SEEN${String(i * 7919).padStart(9, '0')}`);
  const page = await house.visit('/wEP/codeScan', TABLET);
  const own = tablet(page);
  await own.stand('ST-DOCK-2');
  // Scanners as they leave the factory: `stand` sets up slow ones.
  await page.evaluate(() => {
    for (const name of Object.keys(localStorage)) if (name.startsWith('kontor-wedge-')) localStorage.removeItem(name);
  });
  await page.reload();
  await sees(page.locator('.s-lamp[data-link=online]'));
  await page.locator('.s-next .s-prompt').waitFor();
  const { id: stationId } = (await rows(`select id from stations where code = 'ST-DOCK-2'`))[0];
  await page.evaluate(showReloadingList, await house.server.signIn('warehouse'));
  await strike(page, codes);
  const seen = async (): Promise<string[]> =>
    (await rows(`select code from scans where station_id = $1 and profile = 'loggingScan' order by id`, [stationId])).map(
      ({ code }) => code,
    );
  const known = new Set(codes);
  const figures = async () => {
    const got = new Set(await seen());
    return { lost: codes.filter((code) => !got.has(code)).length, cut: [...got].filter((code) => !known.has(code)).length };
  };
  // Codes are saved on the device and sent one by one: a slow machine takes its time, but a lost code never arrives.
  for (let before = -1, arrived = 0; arrived < CODES && arrived > before; ) {
    before = arrived;
    await expect
      .poll(async () => (await seen()).length, { timeout: 60_000 })
      .toBeGreaterThan(before)
      .catch(() => undefined);
    arrived = (await seen()).length;
  }
  expect(await figures()).toEqual({ lost: 0, cut: 0 });
  await own.settled();
  expect(await seen()).toEqual(codes);
  expect(Number(await page.locator('[data-reloads]').getAttribute('data-reloads'))).toBeGreaterThan(10);
});

describe('the camera of a device', () => {
  let browser: Browser;
  const folder = mkdtempSync(join(tmpdir(), 'kontor-camera-'));
  beforeAll(async () => {
    browser = await launchBrowser(await cameraThatSees('CAMERA-7', folder));
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    ['by WebAssembly in a worker of its own, and the policy of the page forbids nothing of it', 'wasm'],
    ['by the reader in JavaScript where WebAssembly is blocked', 'js'],
  ])('reads codes %s', async (_, decoder) => {
    const context = await browser.newContext({ baseURL: house.server.url, locale: 'en-GB', viewport: SIZE, serviceWorkers: 'block' });
    const faults: string[] = [];
    context.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    if (decoder === 'js') await context.route('**/*.wasm', (route) => route.abort());
    await carryToken(context, house.server.url, await house.server.signIn('warehouse'));
    const page = await context.newPage();
    await page.goto('/wEP/codeScan');
    const own = tablet(page);
    await own.stand('ST-DOCK-2');
    await own.button('Camera').click();
    await expect.poll(own.sentence).toBe('CAMERA-7 recorded.');
    await page.locator(`video[data-decoder=${decoder}]`).waitFor();
    expect(faults.filter((text) => decoder === 'wasm' || !/ERR_FAILED|wasm|falling back/i.test(text))).toEqual([]);
    await context.close();
  });
});

describe('the choice of a station', () => {
  it('is remembered by the device, and names what each station is for', async () => {
    const page = await house.visit('/wEP/packScanOrder', TABLET);
    const own = tablet(page);
    await page.locator('.s-choice li').first().waitFor();
    await expect.poll(() => page.getByRole('button', { name: /ST-DOCK-1/ }).isDisabled()).toBe(true);
    await own.stand('ST-PACK-2');
    await page.evaluate(() => localStorage.removeItem('kontor-station'));
    await page.reload();
    await page.locator('.s-choice li').first().waitFor();
    await own.burst('ST-PACK-2');
    await page.locator('.s-desk').waitFor();
    await page.reload();
    await page.locator('.s-desk').waitFor();
    expect(await page.locator('.s-head h1').innerText()).toContain('ST-PACK-2');
    await own.button('Station menu').click();
    await own.dialog.getByRole('link', { name: 'Pack one-piece orders' }).click();
    await standsAt(page, '/wEP/packScanSingle');
    await page.locator('.s-desk').filter({ visible: true }).first().waitFor();
  });
});

it('offers a new version beside the work, and never in front of the next scan (P14)', async () => {
  const page = await house.visit('/wEP/codeScan', TABLET);
  const own = tablet(page);
  await own.stand('ST-DOCK-2');
  await sees(page.locator('.s-lamp[data-link=online]'));
  await announce(house, 'info', { webVersion: 'another' });
  await sees(page.getByText('A new version is available.'));
  expect(await own.dialog.count()).toBe(0);
  await own.says('SEEN-HERE-1', 'SEEN-HERE-1 recorded.');
});

it('what mends a waiting task leads to the station with the task open; a link that would book something books nothing', async () => {
  const incoming = await order('inbound', [{ sku: TEA.sku, qty: 1 }]);
  const page = await house.visit(`/wEP/receiving/${incoming.id}`, TABLET);
  await page.locator('.t-waits').getByRole('button', { name: 'Receive', exact: true }).click();
  const own = tablet(page);
  await own.stand('ST-DOCK-1');
  await expect.poll(own.sentence).toBe(`${incoming.no} is open.`);
  await own.settled();
  await becomes(incoming.no, 'receiving');
  await expect.poll(() => new URL(page.url()).search).toBe('');

  const item = (await rows('select sku from items where sku = $1', [TEA.sku]))[0].sku;
  await page.goto(`/wEP/arrivalScan?code=${item}`);
  await own.stand('ST-DOCK-1');
  await expect.poll(() => new URL(page.url()).search).toBe('');
  await own.says(incoming.no, `${incoming.no} is open.`);
  expect((await rows(`select received from tasks where no = $1`, [incoming.no]))[0].received).toBe(0);
});
