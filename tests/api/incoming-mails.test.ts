/** Invoice mails in a folder: each is taken once, and moved away with a report. */
import { mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../server/core/config.ts';
import { createDb } from '../../server/core/db/client.ts';
import { writeCii } from '../../server/modules/money/e-invoice/cii.ts';
import { writeUbl } from '../../server/modules/money/e-invoice/ubl.ts';
import { takeInvoiceMails } from '../../server/modules/money/incoming/take-mails.ts';
import { openBooks, today } from '../support/books.ts';
import { pdfWith } from '../support/e-invoice/pdf-with.ts';
import { supplierInvoice } from '../support/e-invoice/supplier-invoice.ts';

const { server } = await openBooks();
afterAll(() => server.close());
const db = createDb(server.pool);
const log = pino({ level: 'silent' });

let data = '';
const folder = (part: string): string => join(data, 'mails', part);
const look = (settled = 0) => takeInvoiceMails({ db, config: readConfig({ KONTOR_DATA: data, INVOICE_MAILS: 'mails' }), log }, settled);
const put = (name: string, content: string | Buffer): void => writeFileSync(join(folder('in'), name), content);
const namesIn = (part: string): string[] => readdirSync(folder(part)).filter((name) => !name.endsWith('.txt'));
const reports = (part: string): string =>
  readdirSync(folder(part))
    .filter((name) => name.endsWith('.txt'))
    .map((name) => readFileSync(join(folder(part), name), 'utf8'))
    .join('');
const received = async (): Promise<{ their_no: string; sender: string; file_name: string }[]> =>
  (await server.pool.query(`select their_no, sender, file_name from incoming_bills where source = 'mail' order by their_no`)).rows;

type Part = { name: string; content: string | Buffer; type?: string };
const xml = (no: string): Part => ({
  name: `${no}.xml`,
  type: 'application/xml',
  content: writeUbl(supplierInvoice({ no, issueDate: today(), seller: { vatId: 'ATU33864707' } })),
});
/** A mail as mail programs write it. `signed`: the parts stand inside multipart/signed (RFC 1847). */
function mail(parts: readonly Part[], { signed = false, from = 'Billing <billing@paletten.example>', subject = 'Invoice' } = {}): string {
  const wrapped = (content: string | Buffer): string => Buffer.from(content).toString('base64').replaceAll(/.{76}/g, '$&\r\n');
  const text = '--inner\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nPlease find our invoice attached.\r\n';
  const attached = parts.map(
    ({ name, content, type = 'application/octet-stream' }) =>
      `--inner\r\nContent-Type: ${type}; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${wrapped(content)}\r\n`,
  );
  const inner = `Content-Type: multipart/mixed; boundary=inner\r\n\r\n${text}${attached.join('')}--inner--\r\n`;
  const head = `From: ${from}\r\nTo: invoices@kontor.example\r\nSubject: ${subject}\r\nMessage-ID: <${subject}@x>\r\nMIME-Version: 1.0\r\n`;
  if (!signed) return head + inner;
  const signature = `Content-Type: application/pkcs7-signature; name=smime.p7s\r\nContent-Disposition: attachment; filename=smime.p7s\r\nContent-Transfer-Encoding: base64\r\n\r\nMIIB\r\n`;
  return `${head}Content-Type: multipart/signed; protocol="application/pkcs7-signature"; boundary=outer\r\n\r\n--outer\r\n${inner}--outer\r\n${signature}--outer--\r\n`;
}

beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'kontor-mails-'));
  await look();
});

describe('an invoice mail', () => {
  it('is read once it is unchanged, with all its invoices, and moved away with a report', async () => {
    const pdf = pdfWith(
      [
        {
          name: 'factur-x.xml',
          bytes: Buffer.from(writeCii(supplierInvoice({ no: 'M-2', issueDate: today(), seller: { vatId: 'ATU33864707' } }))),
        },
      ],
      'stream',
    );
    put(
      'two.eml',
      mail([xml('M-1'), { name: 'M-2.pdf', content: pdf, type: 'application/pdf' }, { name: 'logo.png', content: 'x', type: 'image/png' }]),
    );
    await look(10_000);
    expect(namesIn('in')).toEqual(['two.eml']);
    await look();
    expect([namesIn('in'), namesIn('done').length, namesIn('bad')]).toEqual([[], 1, []]);
    expect(await received()).toEqual([
      { their_no: 'M-1', sender: 'billing@paletten.example', file_name: 'M-1.xml' },
      { their_no: 'M-2', sender: 'billing@paletten.example', file_name: 'M-2.pdf' },
    ]);
    expect(reports('done')).toMatch(/M-1\.xml: received as ER-\d+\.\nM-2\.pdf: received as ER-\d+\.\nlogo\.png: no invoice\./);
    // The same mail under another name, and the same invoice in another mail, make no second document.
    put('again.eml', readFileSync(join(folder('done'), namesIn('done')[0] ?? '')));
    put('other.eml', mail([xml('M-1')], { subject: 'Reminder' }));
    await look();
    expect(await received()).toHaveLength(2);
    expect(namesIn('in')).toEqual([]);
    expect(namesIn('bad')).toEqual([]);
    expect(reports('done')).toContain('The same mail was already taken as two.eml.');
    expect(reports('done')).toContain('already received as ER-');
  });

  it('that is signed is read; one that is sealed as a whole is not, and says so', async () => {
    put('signed.eml', mail([xml('S-1')], { signed: true }));
    put('sealed.eml', mail([{ name: 'smime.p7m', content: 'x', type: 'application/pkcs7-mime' }]));
    await look();
    expect((await received()).map((row) => row.their_no)).toContain('S-1');
    expect(reports('bad')).toContain('smime.p7m: signed or encrypted as a whole');
  });

  it('of which one invoice is damaged gives the others, and waits in “bad” with the reason; finance is told', async () => {
    const { content } = xml('B-2');
    put('half.eml', mail([xml('B-1'), { name: 'B-2.xml', content: String(content).slice(0, 900) }]));
    await look();
    expect((await received()).map((row) => row.their_no)).toContain('B-1');
    expect(namesIn('bad')).toHaveLength(1);
    expect(reports('bad')).toMatch(/B-2\.xml: Line \d+: the file ends too early/);
    const { rows } = await server.pool.query(
      `select text from messages where title = 'Invoice mails that need you: 1' and text like 'half.eml%'`,
    );
    expect(rows.length).toBeGreaterThan(0);
    // Put back, it is taken anew: what was received stays one document.
    put('half.eml', readFileSync(join(folder('bad'), namesIn('bad')[0] ?? '')));
    await look();
    expect((await received()).filter((row) => row.their_no === 'B-1')).toHaveLength(1);
  });

  it('without an attachment, too large, empty, no mail at all, or with an archive is moved to “bad” with its reason', async () => {
    put('plain.eml', mail([]));
    put('large.eml', Buffer.alloc(31 * 1024 * 1024, 65));
    put('empty.eml', '');
    put('invoice.pdf', '%PDF-1.7');
    put('zip.eml', mail([{ name: 'invoice.zip', content: 'PK', type: 'application/zip' }]));
    put('noise.eml', Buffer.from([0, 1, 2, 3, 255, 254]));
    put(
      'deep.eml',
      `From: a@b\r\n${Array.from({ length: 60 }, (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}\r\n`).join('')}`,
    );
    await look();
    expect(namesIn('in')).toEqual([]);
    expect(namesIn('bad')).toHaveLength(7);
    const all = reports('bad');
    for (const sentence of [
      'no attachment',
      'larger than 30 MB',
      'file is empty',
      'does not end with .eml',
      'an archive, and not opened',
      'cannot be read',
    ])
      expect(all).toContain(sentence);
  });

  it('cannot reach other files by its names, and unfinished files and links wait', async () => {
    const evil = xml('N-1');
    put('%2f..\n evil.eml', mail([{ ...evil, name: '../../../etc/passwd.xml' }], { from: 'x\u202e <a@b.example>' }));
    put('later.eml.part', mail([xml('N-2')]));
    put('.hidden.eml', mail([xml('N-3')]));
    symlinkSync('/etc/hostname', join(folder('in'), 'link.eml'));
    await look();
    expect((await received()).find((row) => row.their_no === 'N-1')).toMatchObject({ file_name: 'passwd.xml', sender: 'a@b.example' });
    expect(namesIn('in').sort()).toEqual(['.hidden.eml', 'later.eml.part', 'link.eml']);
    expect(namesIn('done')[0]).toMatch(/^[0-9a-f]{12}-[\p{L}\p{N}._-]+$/u);
  });

  it('whose PDF would unpack to gigabytes is refused before it does', async () => {
    const bomb = pdfWith([{ name: 'factur-x.xml', bytes: Buffer.alloc(60 * 1024 * 1024, 32) }], 'stream');
    expect(bomb.length).toBeLessThan(1024 * 1024);
    put('bomb.eml', mail([{ name: 'bomb.pdf', content: bomb, type: 'application/pdf' }]));
    await look();
    expect(namesIn('bad')).toHaveLength(1);
  });
});
