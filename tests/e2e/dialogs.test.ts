import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFaults } from '../support/accessibility.ts';
import { dialog, press } from './hands.ts';
import { openForBusiness, openHouse, sees, seesNot, travel } from './house.ts';

const house = openHouse();
beforeAll(async () => {
  await openForBusiness(house);
  await house.call('POST', '/v0/charges/collect', {}, 'finance');
});

const idOf = async (text: string): Promise<string> => (await house.server.pool.query<{ id: string }>(text)).rows[0]?.id ?? '';
type Dialog = { name: string; as: string; path: () => Promise<string>; open: (page: Page) => Promise<void>; shows: string };
const DIALOGS: readonly Dialog[] = [
  {
    name: 'the reminder of an invoice',
    as: 'finance',
    path: async () =>
      `/sales/invoices/${await idOf(`select id from invoices where overdue and open > 0 and kind = 'invoice' and merchant_id is not null and deleted_at is null order by no limit 1`)}`,
    open: (page) => press(page, 'Send reminder'),
    shows: 'Pay until',
  },
  {
    name: 'the dispute of a line',
    as: 'merchant',
    path: async () =>
      `/mEP/invoices/${await idOf(`select i.id from invoices i join users u on u.merchant_id = i.merchant_id where u.account = 'merchant@kontor.example' and i.kind = 'invoice' and i.status <> 'draft' and i.status <> 'reversed' order by i.no limit 1`)}`,
    open: (page) => press(page, 'Dispute a line'),
    shows: 'Reason',
  },
  {
    name: 'the pallets of a delivery',
    as: 'admin',
    path: async () => '/accounting/charge-gaps',
    open: (page) =>
      page
        .getByRole('button', { name: /^Enter/ })
        .first()
        .click(),
    shows: 'Pallets',
  },
  {
    name: 'the secret of a program',
    as: 'admin',
    path: async () =>
      `/settings/users/oauth2/${(await house.call<{ id: string }>('POST', '/v0/oauthClients', { name: 'Shop', scopes: ['items.read'] })).id}`,
    open: (page) => press(page, 'Create new secret'),
    shows: 'The old one becomes invalid immediately.',
  },
  {
    name: 'the secret of a webhook',
    as: 'admin',
    path: async () => {
      const merchantId = await idOf('select id from merchants where deleted_at is null order by no limit 1');
      const hook = { merchantId, name: 'Northwind ERP', url: 'https://erp.northwind.example/kontor', events: ['order.taken'] };
      return `/eEP/webhooks/${(await house.call<{ id: string }>('POST', '/v0/webhooks', hook)).id}`;
    },
    open: (page) => press(page, 'Create new secret'),
    shows: 'A secret is created.',
  },
  {
    name: 'the key of a carrier',
    as: 'admin',
    path: async () => {
      const carrier = await idOf(
        `update carriers set api = 'karrio' where id = (select id from carriers where deleted_at is null order by id limit 1) returning id`,
      );
      return `/settings/carriers/${carrier}`;
    },
    open: (page) => press(page, 'Store the key'),
    shows: 'Key (token)',
  },
];

describe('each dialog that asks before it sends', () => {
  // In one window for each account, since the application is loaded anew by the first address only.
  it.each(['finance', 'merchant', 'admin'])('has no fault of WCAG 2.2 A or AA, in light and in dark, as %s sees it', async (account) => {
    const page = await house.visit('/personal/sessions', { as: account });
    await sees(page.locator('h1'));
    for (const { name, path, open, shows } of DIALOGS.filter(({ as }) => as === account)) {
      await travel(page, await path());
      await open(page);
      await sees(dialog(page).getByText(shows, { exact: false }));
      expect({ name, faults: await accessibilityFaults(page) }).toEqual({ name, faults: [] });
      await page.keyboard.press('Escape');
      await seesNot(page.getByRole('dialog'));
    }
  });
});
