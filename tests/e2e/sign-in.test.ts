import { describe, expect, it } from 'vitest';
import { atRest } from '../support/at-rest.ts';
import { logIn, openHouse, placeOf, rowsOf, sees, standsAt } from './house.ts';

const SSO = 'https://sso.example';
const house = openHouse({ SSO_URL: SSO });

/** A screen each role works on, and one that is closed to it. */
const ROLES = [
  { role: 'admin', sees: ['Users', 'Items', 'Masks', 'Customers'], misses: [], closed: null },
  { role: 'manager', sees: ['Users', 'Items', 'Customers'], misses: [], closed: '/mEP/item' },
  { role: 'employee', sees: ['Items', 'Customers', 'Suppliers'], misses: ['Users', 'Masks'], closed: '/settings/users/list' },
  { role: 'merchant', sees: ['Items', 'Groups'], misses: ['Users', 'Suppliers', 'Compartments'], closed: '/wms/item' },
  { role: 'warehouse', sees: ['Items', 'Compartments'], misses: ['Users', 'Customers'], closed: '/sales/customers/customers' },
  { role: 'carrier', sees: ['Home'], misses: ['Users', 'Items', 'Customers'], closed: '/wms/item' },
  { role: 'finance', sees: ['Tax rates', 'Customers'], misses: ['Users', 'Compartments'], closed: '/settings/users/list' },
];

describe('signing in', () => {
  it.each(ROLES)('$role signs in and sees only the screens of the role; a closed path leads away', async (entry) => {
    const page = await house.visit('/login', { serviceWorkers: 'allow' });
    await logIn(page, `${entry.role}@kontor.example`);
    await standsAt(page, '/home');
    const menu = page.getByRole('navigation', { name: 'Menu' });
    await sees(menu.getByRole('link'));
    // Those of folded sections too. A menu whose permitted screens come late is completed by itself.
    const entries = () => menu.getByRole('link', { includeHidden: true }).allTextContents();
    await expect.poll(entries).toEqual(expect.arrayContaining(entry.sees));
    const all = await entries();
    for (const name of entry.misses) expect(all).not.toContain(name);
    if (entry.closed === null) return;
    await page.goto(entry.closed);
    await standsAt(page, '/401');
    await sees(page.getByText('You do not have access to this page'));
  });

  it('the account is trimmed and lower-cased before it is sent', async () => {
    const page = await house.visit('/login');
    const sent = page.waitForRequest((request) => request.url().endsWith('/v0/auth/login'));
    await logIn(page, '  ADMIN@Kontor.Example ');
    expect((await sent).postDataJSON()).toMatchObject({ account: 'admin@kontor.example' });
    await standsAt(page, '/home');
  });

  it('caps lock is warned of while the password is typed', async () => {
    const page = await house.visit('/login');
    const password = page.getByLabel('Password', { exact: true });
    await password.evaluate((input) => {
      input.dispatchEvent(new KeyboardEvent('keydown', { key: 'A', modifierCapsLock: true, bubbles: true }));
    });
    await sees(page.getByText('Caps Lock is on'));
  });

  it('a wrong password is answered in words; after three failures a picture is asked for', async () => {
    const page = await house.visit('/login');
    for (let i = 0; i < 2; i += 1) {
      await logIn(page, 'carrier@kontor.example', 'wrong-password');
      await sees(page.getByRole('alert').filter({ hasText: 'Wrong password or invalid account!' }));
    }
    expect(await page.getByLabel('Characters in the picture').count()).toBe(0);
    await logIn(page, 'carrier@kontor.example', 'wrong-password');
    await sees(page.getByLabel('Characters in the picture'));
    // Signing in before the picture is there asks for one again.
    await page.locator('.k-login-captcha img').waitFor();
    await page.getByLabel('Characters in the picture').fill('????');
    await logIn(page, 'carrier@kontor.example');
    await sees(page.getByRole('alert').filter({ hasText: 'Wrong captcha!' }));
    expect(placeOf(page)).toBe('/login');
  });
});

describe('what somebody does not have to wait for', () => {
  it('the page brings the texts of the login in the language of the browser, and asks for none', async () => {
    const page = await house.visit('/login', { locale: 'de-DE' });
    await sees(page.getByRole('button', { name: 'Anmelden', exact: true }));
    const asked = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname));
    expect(asked.filter((path) => path.startsWith('/locales/'))).toEqual([]);
  });

  it('the application and its first screens come while the account is typed; the session is read once', async () => {
    const page = await house.visit('/login');
    await page.getByLabel('Account', { exact: true }).fill('admin@kontor.example');
    await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/locales/en/mask.json')));
    await atRest(page);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await logIn(page, 'admin@kontor.example');
    await sees(page.locator('#main').getByRole('heading', { level: 1 }));
    const main = asked.filter((path) => /\/assets\/(App|Home|pages|Grid)-|\/locales\/en\/(shell|menu|mask)/.test(path));
    expect(main).toEqual([]);
    expect(asked.filter((path) => ['/v0/auth/stat', '/v0/role/route'].includes(path)).sort()).toEqual(['/v0/auth/stat', '/v0/role/route']);
  });
});

it('when the permitted screens come too late nobody is turned away, and the menu is completed by itself', async () => {
  const page = await house.visit('/home', { as: 'manager' });
  await page.locator('.k-menu a[href="/wms/item"]').waitFor({ state: 'attached' });
  let asked = 0;
  await page.route('**/v0/role/route', async (route) => {
    asked += 1;
    // The first answer is lost; a page that waits for it in vain gives up after 2.7 seconds. The second comes once the screen stands.
    if (asked === 1) return;
    await sees(rowsOf(page));
    await route.continue();
  });
  await page.goto('/wms/item');
  await sees(rowsOf(page));
  await sees(page.locator('.k-menu a[href="/wms/item"]'));
  expect(placeOf(page)).toBe('/wms/item');
  expect(asked).toBe(2);
});

it('mask and rows of a list are asked for as its menu entry is pressed, and once', async () => {
  const page = await house.visit('/home', { as: 'manager' });
  await sees(page.locator('#main').getByRole('heading', { level: 1 }));
  await atRest(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.getByRole('button', { name: 'Warehouse', exact: true }).click();
  await page.locator('.k-menu a[href="/wms/item"]').hover();
  const rows = page.waitForRequest((request) => new URL(request.url()).pathname === '/v0/items');
  await page.mouse.down();
  await rows;
  expect(placeOf(page)).toBe('/home');
  await page.mouse.up();
  await sees(rowsOf(page));
  expect(asked.filter((path) => ['/v0/masken/', '/v0/items'].includes(path))).toEqual(['/v0/masken/', '/v0/items']);
});

describe('where an address leads', () => {
  it('without a session: to the login, with the wanted path, and there after signing in', async () => {
    const page = await house.visit('/wms/item?q=tea');
    await standsAt(page, '/login?redirect=%2Fwms%2Fitem%3Fq%3Dtea');
    await logIn(page, 'admin@kontor.example');
    await standsAt(page, '/wms/item?q=tea');
  });

  it('a redirect to another origin, a script or a trick with slashes stays at home (P24)', async () => {
    const page = await house.visit('/login');
    for (const payload of [
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      '%2f%2fevil.example',
      '/%2f%2fevil.example',
      '/login',
    ]) {
      await page.goto(`/login?redirect=${encodeURIComponent(payload)}`);
      await logIn(page, 'admin@kontor.example');
      await standsAt(page, '/home');
      expect(new URL(page.url()).origin).toBe(house.server.url);
      await page.context().clearCookies();
    }
  });

  it('with a session: each named address leads where the specification says', async () => {
    const page = await house.visit('/', { as: 'admin' });
    const leads: [from: string, to: string][] = [
      ['/', '/home'],
      ['/login', '/home'],
      ['/clear', '/home'],
      ['/nobody/knows/this', '/home'],
      ['/redirect/wms/item', '/wms/item'],
      ['/redirect//evil.example', '/home'],
      ['/labelPlt', '/labelPLT'],
      ['/printItemlist/%7B%7D', '/wEP/printItemlist/%7B%7D'],
      ['/wms/storehouse', '/wms/storehouse/warehouse'],
      ['/404', '/404'],
      ['/401', '/401'],
      ['/personal/settings', '/personal/settings'],
    ];
    for (const [from, to] of leads) {
      await page.goto(from);
      await standsAt(page, to);
    }
  });

  it('without a session only the public addresses open', async () => {
    const page = await house.visit('/login');
    const leads: [from: string, to: string][] = [
      ['/nobody/knows/this', '/login?redirect=%2Fnobody%2Fknows%2Fthis'],
      ['/clear', '/login?redirect=%2Fclear'],
      ['/spreadsheet?key=wms.item.list', '/login?redirect=%2Fspreadsheet%3Fkey%3Dwms.item.list'],
      ['/labelPlt?id=1', '/login?redirect=%2FlabelPlt%3Fid%3D1'],
      ['/redirect/wms/item', '/login?redirect=%2Fredirect%2Fwms%2Fitem'],
      ['/maske/edit?key=wms.item.list', '/login?redirect=%2Fmaske%2Fedit%3Fkey%3Dwms.item.list'],
      ['/auth-redirect', '/login'],
      ['/resetPasswordRequest', '/resetPasswordRequest'],
      ['/resetPassword', '/resetPassword'],
      ['/404', '/404'],
      ['/401', '/401'],
    ];
    for (const [from, to] of leads) {
      await page.goto(from);
      await standsAt(page, to);
      await sees(page.locator('main, h1'));
    }
  });

  it('a login with an sso query goes to the sign-on first, with the value and a code for one use instead of the token', async () => {
    const page = await house.visit('/home', { as: 'admin' });
    await page.context().route(`${SSO}/**`, (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Sign-on</h1>' }));
    await page.goto('/login?sso=partner-7');
    await page.waitForURL(`${SSO}/**`);
    expect(page.url()).toContain('partner-7');
    const token = (await page.context().cookies(house.server.url)).find(({ name }) => name === 'kontor-token')?.value ?? '';
    expect(token).not.toBe('');
    expect(page.url()).not.toContain(token);
  });
});
