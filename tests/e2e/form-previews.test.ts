import { beforeAll, describe, expect, it } from 'vitest';
import { EMPTY_ADDRESS } from '#contract/core/fields';
import { listFile } from '../support/carrier-list.ts';
import { button, field } from './hands.ts';
import { openForBusiness, openHouse, sees } from './house.ts';

const house = openHouse();
beforeAll(() => openForBusiness(house));

describe('a form that shows what comes of it', () => {
  it('reads some lines of a carrier’s file with the layout that is being written, and names the fault at its column', async () => {
    const page = await house.visit('/accounting/carrier-profiles/new', { as: 'finance' });
    const file = listFile([
      { trackingNo: '00340434161234500017', price: 349, fuel: 12 },
      { trackingNo: '00340434161234500024', price: 1_234, weight: 1_250 },
    ]);
    await field(page, 'A few lines of the carrier’s file, with the headings').fill(file);
    await field(page, 'Tracking number').fill('Sendungsnummer');
    await field(page, 'Price').fill('Transportentgelt');
    await field(page, 'Day').fill('Versanddatum');
    const rows = page.getByRole('region', { name: 'First rows as they are read' });
    await sees(
      rows.getByRole('row').filter({ hasText: '00340434161234500017' }).filter({ hasText: '3.49' }).filter({ hasText: '2026-11-03' }),
    );
    await sees(page.getByText(/Produkt, Gewicht \(kg\), Zone/));
    await field(page, 'A few lines of the carrier’s file, with the headings').fill(file.replace('3,49', '3.49'));
    await sees(rows.getByText('Line 2: “3.49” is not an amount', { exact: false }));
  });

  it('shows the standard text of a reminder in the language of each field, which can be taken over and changed', async () => {
    const page = await house.visit('/accounting/dunning-schemes/new', { as: 'finance' });
    await button(page, 'Add line').click();
    await button(page, 'Add line').click();
    await button(page, 'Text, English: standard text · Text, German: standard text · Text, Chinese: standard text').click();
    const german = page.getByLabel(/^Text, German 1/);
    expect(await german.getAttribute('placeholder')).toContain('die unten genannten Rechnungen sind überfällig');
    await button(page, 'Start from the standard text').click();
    await expect.poll(() => page.getByLabel(/^Text, English 1/).inputValue()).toContain('Dear Sir or Madam');
  });
});

describe('a card on a phone', () => {
  it('cuts no figure whose label has no room beside the status', async () => {
    const { id: merchantId } = (await house.server.pool.query('select id from merchants order by no limit 1')).rows[0];
    const place = (city: string) => ({ ...EMPTY_ADDRESS, name1: 'Lager', city, country: 'DE' });
    await house.call('POST', '/v0/transportQuotes', {
      merchantId,
      pieces: '7 × 120×80×145 cm, 350 kg',
      origin: place('Hamburg'),
      destination: place('Berlin'),
    });
    const page = await house.visit('/t12n/orders', { as: 'employee', locale: 'de-DE', viewport: { width: 390, height: 844 } });
    const figure = page.locator('.m-card small').filter({ hasText: 'Frachtpflichtiges Gewicht' });
    await sees(figure);
    expect(await figure.evaluateAll((all) => all.every((one) => one.scrollWidth <= one.clientWidth))).toBe(true);
  });
});
