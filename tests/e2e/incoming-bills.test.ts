import { expect, it } from 'vitest';
import { houseToday } from '#contract/core/house-day';
import { writeCii } from '../../server/modules/money/e-invoice/cii.ts';
import { writeUbl } from '../../server/modules/money/e-invoice/ubl.ts';
import { germanIban } from '../support/bank-files.ts';
import { supplierInvoice } from '../support/e-invoice/supplier-invoice.ts';
import { openHouse, sees } from './house.ts';

const house = openHouse();

it('two files are dropped, one is refused in words, the other is read and taken over as a bill', async () => {
  const { pool } = house.server;
  const name = 'Hansa Pallets';
  await house.call('POST', '/v0/suppliers', { name });
  const invoice = supplierInvoice({
    no: 'DROP-1',
    issueDate: houseToday(),
    iban: germanIban('20041133', 42),
    seller: { name, vatId: '', taxNo: '22/815/08154' },
  });
  const page = await house.visit('/purchases/incoming-bills', { as: 'finance' });
  await sees(page.getByRole('heading', { name: 'Incoming e-invoices' }));
  const broken = writeCii(invoice).slice(0, 900);
  await sees(page.getByText('Choose files'));
  // Dropped anywhere on the page, as from a folder.
  await page.evaluate(
    ([good = '', bad = '']) => {
      const data = new DataTransfer();
      data.items.add(new File([good], 'good.xml', { type: 'text/xml' }));
      data.items.add(new File([bad], 'cut.xml', { type: 'text/xml' }));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    },
    [writeUbl(invoice), broken],
  );
  await sees(page.getByText('2 of 2 files read'));
  await sees(page.getByText(/^Line \d+: the file ends too early/));
  await page.getByRole('link', { name: /^received as ER-/ }).click();
  await sees(page.getByRole('heading', { name: /ER-\d+ · DROP-1/ }));
  await sees(page.getByText(`By its name it is probably ${name}.`));
  await sees(page.getByRole('cell', { name: 'Euro pallets' }));
  await page.getByRole('button', { name: 'Take over as bill' }).click();
  const dialog = page.getByRole('dialog');
  await sees(dialog.getByText('DROP-1'));
  await dialog.getByRole('button', { name: 'Take over as bill' }).click();
  await sees(page.getByText(/^Taken over as bill B-\d+/));
  // Whoever took it over is told that it is somebody else's turn, and is not offered the button.
  await sees(page.getByText(/is new\. You took the invoice over, so a second person confirms the account before the bill is paid/));
  expect(await page.getByRole('button', { name: 'Confirm the new account' }).count()).toBe(0);
  const made = await pool.query<{ gross: number; lines: number }>(
    `select gross::int, jsonb_array_length(lines) as lines from bills where their_no = 'DROP-1'`,
  );
  expect(made.rows).toEqual([{ gross: 14_875, lines: 1 }]);
});

it('a carrier sends an e-invoice beside its bills, reads what was found, and cannot send one of somebody else in silence', async () => {
  const page = await house.visit('/carriergate/bills', { as: 'carrier' });
  await sees(page.getByText('Send e-invoices'));
  const invoice = supplierInvoice({
    no: 'GATE-1',
    issueDate: houseToday(),
    seller: { name: 'Somebody else', vatId: '', taxNo: '22/815/08155' },
  });
  await page.setInputFiles('input[type=file]', { name: 'gate.xml', mimeType: 'text/xml', buffer: Buffer.from(writeUbl(invoice)) });
  await page.getByRole('link', { name: /^received as ER-/ }).click();
  await sees(page.getByRole('heading', { name: /ER-\d+ · GATE-1/ }));
  await sees(page.getByText(/^The seller is “Somebody else”, not /));
  await sees(page.getByText('Send invoices of your own company only.'));
  await page.goto('/carriergate/e-invoices');
  await sees(page.getByText('The house checks it'));
});
