import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as OTPAuth from 'otpauth';
import type { FileChooser, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { atRest } from '../support/at-rest.ts';
import { button, dialog } from './hands.ts';
import { goTo, logIn, openHouse, PASSWORD, rowsOf, sees, seesNot, standsAt } from './house.ts';

const house = openHouse();
const IDLE = 'After more than 40 minutes no further action, automatically logged out for your privacy.';

/**
 * The page is drawn and at rest. Its heading may stand before what counts the minutes, and a call still under way would reach its time limit
 * when the clock is put forward, be made again, and count as work.
 */
async function stands(page: Page): Promise<void> {
  await sees(page.getByRole('heading', { level: 1 }));
  await page.locator('.k-connection[data-state=online]').waitFor({ state: 'attached' });
  // What begins after the first screen, last of all the printing.
  await atRest(page, '/assets/PrintHost-');
  // The idle minutes begin here: a busy machine may have taken more than one of them so far.
  await page.keyboard.press('Shift');
}

describe('the idle countdown', () => {
  it('warns at ten minutes left; keeping the session restarts it', async () => {
    const page = await house.visit('/home', { as: 'admin', clock: true });
    await stands(page);
    await page.clock.fastForward('29:00');
    const warning = page.getByText(/Your session ends in \d+ minutes?\./);
    expect(await warning.count()).toBe(0);
    await page.clock.fastForward('01:00');
    await sees(page.getByText('Your session ends in 10 minutes.'));
    const told = page.waitForResponse((answer) => answer.url().endsWith('/v0/auth/refresh'));
    await page.getByRole('button', { name: 'Keep me in session' }).click();
    expect((await told).status()).toBe(200);
    await seesNot(warning);
    await page.clock.fastForward('29:00');
    expect(await warning.count()).toBe(0);
  });

  it('ends the session after forty idle minutes and says so at the login (P27)', async () => {
    const page = await house.visit('/home', { as: 'admin', clock: true });
    await stands(page);
    await page.clock.fastForward('40:00');
    await standsAt(page, /^\/login/);
    await sees(page.getByRole('dialog').getByText(IDLE));
    await page.getByRole('button', { name: 'OK' }).click();
    await seesNot(page.getByText(IDLE));
    expect((await page.context().cookies()).some((cookie) => cookie.name === 'kontor-token' && cookie.value !== '')).toBe(false);
  });
});

describe('what keeps a session', () => {
  const seenAt = async (): Promise<number> => {
    const { rows } = await house.server.pool.query(
      `select extract(epoch from max(s.seen_at))::float8 as at from sessions s join users u on u.id = s.user_id where u.account = 'admin@kontor.example'`,
    );
    return rows[0].at;
  };

  it('is a click; another person’s edit, which the list reads again, moves neither the server’s nor the page’s countdown', async () => {
    const page = await house.visit('/purchases/suppliers', { as: 'admin', clock: true });
    await stands(page);
    await house.server.pool.query(`update sessions set seen_at = now() - interval '20 minutes'`);
    const before = await seenAt();
    await page.clock.fastForward('29:00');
    // The countdown ticked: what it calls is told apart from the edit.
    const read = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/v0/suppliers');
    await house.call('POST', '/v0/suppliers', { no: 'S-PASSIVE', name: 'Made by somebody else' }, 'manager');
    expect((await read).request().headers()['x-kontor-passive']).toBe('1');
    await sees(page.getByText('Made by somebody else').first());
    expect(await seenAt()).toBe(before);
    await page.clock.fastForward('01:00');
    const warning = page.getByText('Your session ends in 10 minutes.');
    await sees(warning);
    await page.getByRole('heading', { level: 1 }).click();
    await seesNot(warning);
    await expect.poll(seenAt).toBeGreaterThan(before);
  });
});

describe('a session that the server ended', () => {
  const endOnServer = (page: { context: () => { cookies: () => Promise<{ name: string; value: string }[]> } }) =>
    page
      .context()
      .cookies()
      .then((cookies) => cookies.find(({ name }) => name === 'kontor-token')?.value ?? '')
      .then((token) => house.server.call('GET', '/v0/auth/logout', undefined, token));

  it('leads to the login on the next call, with the way back', async () => {
    const page = await house.visit('/wms/item', { as: 'admin' });
    await stands(page);
    await endOnServer(page);
    await goTo(page, '/purchases/suppliers');
    await standsAt(page, '/login?redirect=%2Fpurchases%2Fsuppliers');
    await sees(page.getByText('Your session has ended, please sign in again.'));
  });

  it('close to its expiry it says “Session expired!”', async () => {
    const page = await house.visit('/home', { as: 'admin' });
    await stands(page);
    await page.context().addCookies([{ name: 'kontor-created', value: String(Date.now() - 3_700_000), url: house.server.url }]);
    await endOnServer(page);
    await goTo(page, '/purchases/suppliers');
    await standsAt(page, /^\/login/);
    await sees(page.getByRole('heading', { name: 'Session expired!' }));
    await sees(page.getByText('Your session has expired, please login again.'));
  });

  it('signing out by hand ends the session on the server too (P27)', async () => {
    const page = await house.visit('/home', { as: 'admin' });
    const token = (await page.context().cookies()).find(({ name }) => name === 'kontor-token')?.value ?? '';
    await page.getByRole('button', { name: 'Account: Anna Admin' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await standsAt(page, /^\/login/);
    await expect.poll(async () => (await house.server.call('GET', '/v0/auth/stat', undefined, token)).status).toBe(403);
  });
});

describe('a person of whom nothing is known', () => {
  it('is signed out, told the reason, and led to the login with the way back', async () => {
    const page = await house.visit('/home', { as: 'admin' });
    await sees(page.getByRole('heading', { level: 1 }));
    await goTo(page, '/wms/item');
    // The server knows everybody who has a session, so a failing answer is put in its place.
    await page.route('**/v0/auth/stat', (route) => route.fulfill({ status: 500, json: { code: 'InternalError', data: null, error: 'x' } }));
    await page.reload();
    await standsAt(page, '/login?redirect=%2Fwms%2Fitem');
    await sees(page.getByText('Verification failed, please Login again.'));
    expect(await page.evaluate(() => sessionStorage.getItem('kontor-tabs'))).toBe('[]');
  });
});

describe('what a failed call says', () => {
  it('ToFront shows its text in an alert with OK; the failure stands in the error log, which can be cleared', async () => {
    const page = await house.visit('/wms/item', { as: 'admin' });
    await sees(page.getByRole('heading', { name: 'Items' }));
    // No call of these areas answers ToFront yet, so the answer is put in its place.
    await page.route('**/v0/items?*', (route) =>
      route.fulfill({ status: 400, json: { code: 'ToFront', data: 'The scale at gate 2 is out of order.', error: 'scale' } }),
    );
    await page.getByRole('searchbox', { name: 'Search' }).fill('scale');
    const alert = page.getByRole('dialog').filter({ hasText: 'The scale at gate 2 is out of order.' });
    await sees(alert);
    await alert.getByRole('button', { name: 'OK' }).click();
    await seesNot(alert);
    await page.getByRole('button', { name: /^Error log: / }).click();
    const log = page.getByRole('dialog', { name: 'Error log' });
    await sees(log.getByText('Anna Admin'));
    for (const part of ['Message', 'Info', 'URL', 'Stack']) await sees(log.getByText(part, { exact: true }));
    await sees(log.getByText('GET /v0/items'));
    await log.getByRole('button', { name: 'Clear all' }).click();
    await seesNot(log);
    expect(await page.getByRole('button', { name: /^Error log: / }).count()).toBe(0);
  });

  it('without a failure there is no error log', async () => {
    const page = await house.visit('/home', { as: 'admin' });
    await sees(page.getByRole('heading', { level: 1 }));
    expect(await page.getByRole('button', { name: /Error log/ }).count()).toBe(0);
  });
});

describe('the second factor', () => {
  it('is turned on with ten codes, one of which signs in without the device; an administrator resets it', async () => {
    const page = await house.visit('/personal/settings', { as: 'finance' });
    const factor = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Two-factor authentication' }) });
    await factor.getByLabel('Current password').fill(PASSWORD);
    await button(factor, 'Set up').click();
    const secret = OTPAuth.Secret.fromBase32((await factor.locator('.k-totp code').textContent()) ?? '');
    await factor.getByLabel('Code').fill(new OTPAuth.TOTP({ secret }).generate());
    await button(factor, 'Turn on').click();
    await sees(factor.getByText('Each code signs you in once'));
    const codes = await factor.locator('.k-recovery li').allTextContents();
    expect(codes).toHaveLength(10);
    await button(factor, 'I have saved the codes').click();
    await sees(factor.getByText('10 recovery codes are left.'));
    expect(await factor.getByText(codes[0] ?? '').count()).toBe(0);

    const other = await house.visit('/login');
    await logIn(other, 'finance@kontor.example');
    await sees(other.getByLabel('Code of your authenticator app'));
    await button(other, 'Use a recovery code').click();
    await other.getByLabel('Recovery code').fill(codes[0] ?? '');
    await button(other, 'Sign in').click();
    await standsAt(other, '/home');

    const admin = await house.visit('/settings/users/list?q=finance@kontor.example', { as: 'admin' });
    await rowsOf(admin).filter({ hasText: 'finance@kontor.example' }).getByRole('button', { name: 'Actions' }).click();
    await admin.getByRole('menuitem', { name: 'Sessions and second factor' }).click();
    const security = dialog(admin);
    await expect.poll(() => security.locator('.k-sessions li').count()).toBe(2);
    await button(security, 'End session').click();
    await button(dialog(admin), 'End session').click();
    await expect.poll(() => security.locator('.k-sessions li').count()).toBe(1);
    expect(await button(security, 'Reset second factor').isDisabled()).toBe(true);
    await security.getByLabel('Reason').fill('Phone lost');
    await button(security, 'Reset second factor').click();
    await sees(admin.getByText(/^Second factor of .* reset\.$/));
    const again = await house.visit('/login');
    await logIn(again, 'finance@kontor.example');
    await standsAt(again, '/home');
  });
});

describe('personal settings', () => {
  const PICTURE = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

  it('a picture is uploaded and shown; without one there is one of nine', async () => {
    const page = await house.visit('/personal/settings', { as: 'employee' });
    const avatar = page.locator('.k-person img');
    await sees(avatar);
    expect(await avatar.getAttribute('src')).toMatch(/^\/avatars\/[1-9]\.svg$/);
    await page.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: PICTURE });
    await expect.poll(() => avatar.getAttribute('src')).toMatch(/^\/v0\/static\/[0-9a-f]{32}$/);
    await expect.poll(() => avatar.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)).toBe(true);
    await page.getByRole('button', { name: 'Remove picture' }).click();
    await expect.poll(() => avatar.getAttribute('src')).toMatch(/^\/avatars\//);
  });

  it('a file is chosen by keys as by mouse, with one stop, and the focus shows', async () => {
    const page = await house.visit('/personal/settings', { as: 'employee' });
    const opened: FileChooser[] = [];
    page.on('filechooser', (chooser) => opened.push(chooser));
    await page.getByText('Change picture').click();
    await expect.poll(() => opened.length).toBe(1);
    const input = page.getByLabel('Change picture');
    await page.getByRole('textbox', { name: 'Account' }).focus();
    await page.keyboard.press('Shift+Tab');
    expect(await input.evaluate((element) => element === document.activeElement)).toBe(true);
    const outline = () => page.locator('.m-file-button button').evaluate((element) => getComputedStyle(element).outlineStyle);
    expect(await outline()).toBe('solid');
    await page.keyboard.press('Enter');
    await expect.poll(() => opened.length).toBe(2);
    await opened[1]?.setFiles({ name: 'me.png', mimeType: 'image/png', buffer: PICTURE });
    await expect.poll(() => page.locator('.k-person img').getAttribute('src')).toMatch(/^\/v0\/static\//);
    await page.getByRole('button', { name: 'Remove picture' }).click();
    await expect.poll(() => page.locator('.k-person img').getAttribute('src')).toMatch(/^\/avatars\//);
  });

  it('a file above the limit is refused with the size in the message (P26)', async () => {
    const page = await house.visit('/personal/settings', { as: 'employee' });
    const folder = mkdtempSync(join(tmpdir(), 'kontor-upload-'));
    writeFileSync(join(folder, 'big.png'), Buffer.alloc(10 * 1024 * 1024 + 1));
    await page.locator('input[type=file]').setInputFiles(join(folder, 'big.png'));
    rmSync(folder, { recursive: true });
    await sees(page.getByText('The file is too large. The limit is 10 MB.'));
  });
});
