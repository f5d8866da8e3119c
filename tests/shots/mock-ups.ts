// The screens of the mock-ups of the design (docs/mock-ups), each in the state that the mock-up shows.
import type { Page } from 'playwright-core';

export type Size = { width: number; height: number };
export type State = {
  path: string;
  /** The list call whose first row is opened as a record. */
  record?: string;
  /** The list call whose first number is scanned at the station. */
  scan?: string;
  /** Before the page is opened. */
  before?: (page: Page) => Promise<unknown>;
  act?: (page: Page) => Promise<unknown>;
  /** It never comes to rest, and is complete when this is shown. */
  shows?: string;
};
export type MockUp = {
  /** The name of the mock-up's picture, without `.png`. */
  name: string;
  /** A sample account. Without one nobody is signed in; `new` is the administrator of an empty production house. */
  as?: string;
  size: Size;
  states: readonly State[];
};

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const HAND = { width: 360, height: 640 };

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).filter({ visible: true }).first().click();
const box = (page: Page, name: string) => page.getByRole('combobox', { name: new RegExp(`^${name}`) }).filter({ visible: true });
const option = (page: Page, text: string) => page.locator('.ant-select-item-option:visible').filter({ hasText: text }).first();
async function pick(page: Page, label: string, text: string, at = 0): Promise<void> {
  await box(page, label).nth(at).click();
  await page.keyboard.type(text);
  await option(page, text).click();
}
const typeInto = (page: Page, label: string, text: string, at = 0) =>
  page
    .getByRole('textbox', { name: new RegExp(`^${label}`) })
    .filter({ visible: true })
    .nth(at)
    .fill(text);

/** A scanner: all keys at once, then Enter. */
async function scan(page: Page, code: string): Promise<void> {
  await page.evaluate(
    (keys) => {
      for (const key of keys) document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    },
    [...code.split(''), 'Enter'],
  );
  await page.locator('.s-verdict').filter({ visible: true }).waitFor();
}

const LIST = '**/v0/tasks?*';
const states: readonly State[] = [
  // Loading: the answer never comes.
  { path: '/eEP/outbound-orders', before: (page) => page.route(LIST, () => undefined), shows: '.m-skeleton' },
  { path: '/sales/mails' },
  { path: '/eEP/outbound-orders?q=nothing-like-this' },
  {
    path: '/eEP/outbound-orders',
    // The server cannot be reached.
    before: (page) => page.route(LIST, (route) => route.abort()),
  },
  {
    path: '/eEP/customers/new',
    async act(page) {
      await typeInto(page, 'VAT ID', 'DE123');
      await typeInto(page, 'E-mail', 'feinkost');
      await page.keyboard.press('Control+s');
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
];

export const MOCK_UPS: readonly MockUp[] = [
  { name: '01-home.1440-light', as: 'employee', size: DESK, states: [{ path: '/home' }] },
  {
    name: '02-orders.1440-light',
    as: 'employee',
    size: DESK,
    states: [
      {
        path: '/eEP/outbound-orders',
        act: (page) =>
          page
            .locator('.m-row')
            .nth(2)
            .click({ position: { x: 6, y: 10 } }),
      },
    ],
  },
  {
    name: '03-order.1440-light',
    as: 'employee',
    size: DESK,
    states: [{ path: '/eEP/outbound-orders', record: 'tasks?status=readyToPack' }],
  },
  { name: '04-item.1440-light', as: 'employee', size: DESK, states: [{ path: '/wms/item', record: 'items?sku=VASE-L' }] },
  {
    name: '05-purchase-order-new.1440-light',
    as: 'finance',
    size: DESK,
    states: [
      {
        path: '/purchases/orders/new',
        async act(page) {
          await pick(page, 'Supplier', 'Etikett');
          await page.locator('.m-lines-foot .m-button').click();
          // The first cell of the first line has the name of the field.
          await pick(page, 'Lines', 'tea');
        },
      },
    ],
  },
  {
    name: '06-payment-new.1440-light',
    as: 'finance',
    size: DESK,
    states: [
      {
        path: '/accounting/payment/new',
        async act(page) {
          await pick(page, 'Party', 'Northwind');
          await typeInto(page, 'Amount', '1700');
          await page.keyboard.press('Tab');
        },
      },
    ],
  },
  {
    name: '07-invoice-posted.1440-light',
    as: 'finance',
    size: DESK,
    states: [{ path: '/sales/invoices', record: 'invoices?status=posted' }],
  },
  {
    name: '08-invoice-confirm.1440-light',
    as: 'finance',
    size: DESK,
    states: [{ path: '/sales/invoices', record: 'invoices?status=draft', act: (page) => press(page, 'Post invoice') }],
  },
  { name: '09-phone-orders.390-light', as: 'employee', size: PHONE, states: [{ path: '/eEP/outbound-orders' }] },
  {
    name: '10-phone-order.390-light',
    as: 'employee',
    size: PHONE,
    states: [{ path: '/eEP/outbound-orders', record: 'tasks?status=readyToPack' }],
  },
  { name: '11-pick.360-light', as: 'warehouse', size: HAND, states: [{ path: '/wEP/pickingScan', scan: 'picklists?state=printed' }] },
  {
    name: '11b-pick-wrong.360-light',
    as: 'warehouse',
    size: HAND,
    states: [{ path: '/wEP/pickingScan', scan: 'picklists?state=printed', act: (page) => scan(page, '01-01-A') }],
  },
  { name: '12-login.1440-light', size: DESK, states: [{ path: '/login' }] },
  { name: '13-first-steps.1440-light', as: 'new', size: DESK, states: [{ path: '/setup' }] },
  { name: '14-states.1440-light', as: 'employee', size: DESK, states },
];
