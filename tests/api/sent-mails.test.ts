import { readdir, readFile } from 'node:fs/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { createDb } from '../../server/core/db/client.ts';
import { mailFolder } from '../../server/core/mail/mail.ts';
import { sendOutgoingMails } from '../../server/modules/settings/mail-queue.ts';
import { line, openBooks, type Row } from '../support/books.ts';
import { startSmtp } from '../support/smtp.ts';

const { server, finance, merchantId, customerId, post, draft, posted } = await openBooks();
afterAll(() => server.close());

const format = (value: string, reference = '') =>
  server.pool.query('update merchants set invoice_format = $2, buyer_reference = $3, invoice_email = $4 where id = $1', [
    merchantId,
    value,
    reference,
    'invoices@northwind.example',
  ]);

describe('a document that is sent by mail', () => {
  const deliver = (smtp?: string) =>
    sendOutgoingMails({
      config: smtp === undefined ? server.config : { ...server.config, SMTP_URL: smtp },
      db: createDb(server.pool),
      log: { warn: () => undefined } as never,
    });
  const sentTo = async (to: string): Promise<string[]> => {
    const folder = mailFolder(server.config);
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.includes(to) && name.endsWith('.eml'));
    return Promise.all(names.toSorted().map((name) => readFile(`${folder}/${name}`, 'utf8')));
  };
  const mailOf = async (id: string): Promise<Row> => (await server.call<Row>('GET', `/v0/outgoingMails/${id}`, undefined, finance)).data;

  it('goes to the address for invoices, in the language of the reader, with the files that the party wants', async () => {
    await format('xrechnung-cii', '04011000-1234512345-35');
    const invoice = await posted();
    const queued = await post<Row>(`invoices/${invoice.id}/send`);
    expect(queued).toMatchObject({ code: 'OK' });
    expect(await mailOf(queued.data.id)).toMatchObject({ status: 'waiting', mailTo: 'invoices@northwind.example', documentNo: invoice.no });
    await deliver();
    expect(await mailOf(queued.data.id)).toMatchObject({ status: 'sent', attempts: 1, error: '' });
    const mail = (await sentTo('invoices@northwind.example')).at(-1) ?? '';
    expect(mail).toContain(`Subject: Rechnung ${invoice.no}`);
    expect(mail).toMatch(/Reply-To: rechnung@kontor\.example/i);
    expect(mail).toContain(`${invoice.no}.pdf`);
    expect(mail).toContain(`${invoice.no}.xml`);
    // Sent once: the second time needs a reason.
    expect((await post(`invoices/${invoice.id}/send`)).code).toBe('StateRefused');
    const again = await post<Row>(`outgoingMails/${queued.data.id}/again`, { reason: 'They lost it', mailTo: 'boss@northwind.example' });
    expect(await mailOf(again.data.id)).toMatchObject({ status: 'waiting', reason: 'They lost it', resendOf: queued.data.id });
    await deliver();
    expect(await sentTo('boss@northwind.example')).toHaveLength(1);
  });

  it('is tried again with growing pauses, and fails at last', async () => {
    await format('zugferd');
    const invoice = await posted();
    const { id } = (await post<Row>(`invoices/${invoice.id}/send`)).data;
    const smtp = await startSmtp(() => '452 4.2.2 mailbox full');
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= 6; attempt++) {
      await server.pool.query('update outgoing_mails set due_at = now() where id = $1', [id]);
      await deliver(smtp.url);
      const { rows } = await server.pool.query<{ wait: number }>(
        'select extract(epoch from due_at - now())::int as wait from outgoing_mails where id = $1',
        [id],
      );
      if (rows[0]?.wait !== undefined && rows[0].wait !== null) pauses.push(rows[0].wait);
    }
    smtp.close();
    expect(await mailOf(id)).toMatchObject({ status: 'failed', attempts: 6 });
    expect(String((await mailOf(id))['error'])).toContain('4.2.2');
    expect(pauses).toHaveLength(5);
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
  });

  it('is bounced at once where the server of the recipient refuses it for good, and waits where it has no room', async () => {
    await format('zugferd');
    const answers = ['452 4.2.2 mailbox full', '550 5.1.1 no such mailbox', '250 ok'];
    const smtp = await startSmtp(() => answers[0] ?? '250 ok');
    const states: unknown[] = [];
    for (; answers.length > 0; answers.shift()) {
      const invoice = await posted();
      const { id } = (await post<Row>(`invoices/${invoice.id}/send`)).data;
      await deliver(smtp.url);
      const { status, attempts, error } = await mailOf(id);
      states.push([status, attempts, /4\.2\.2|5\.1\.1/.exec(String(error))?.[0] ?? '']);
    }
    expect(states).toEqual([
      ['waiting', 1, '4.2.2'],
      ['bounced', 1, '5.1.1'],
      ['sent', 1, ''],
    ]);
    expect(smtp.taken).toEqual(['invoices@northwind.example']);
    smtp.close();
  });

  it('is recorded as bounced by whoever learns of it, and only once it was sent', async () => {
    await format('zugferd');
    const invoice = await posted();
    const { id } = (await post<Row>(`invoices/${invoice.id}/send`)).data;
    expect((await post(`outgoingMails/${id}/bounced`, { reason: 'Mailbox full' })).code).toBe('StateRefused');
    await deliver();
    expect((await post(`outgoingMails/${id}/bounced`, { reason: 'Mailbox full' })).code).toBe('OK');
    expect(await mailOf(id)).toMatchObject({ status: 'bounced', error: 'Mailbox full' });
    // A bounced one may be sent from the invoice again.
    expect((await post(`invoices/${invoice.id}/send`)).code).toBe('OK');
  });

  it('is refused while nobody can get it, and never made of a draft', async () => {
    const made = await draft({ merchantId: null, customerId, lines: [line({ vatCategory: 'AE', vatRate: 0 })] });
    expect((await post(`invoices/${made.id}/send`)).code).toBe('StateRefused');
    await post(`invoices/${made.id}/post`);
    expect(await post(`invoices/${made.id}/send`)).toMatchObject({
      code: 'StateRefused',
      data: 'invoices.refusals.invoiceEmailMissing',
    });
  });

  it('is not seen by merchants', async () => {
    const merchant = await server.signIn('merchant');
    const { data } = await server.call<Row[]>('GET', '/v0/outgoingMails?l=100', undefined, merchant);
    expect(data.filter(({ kind }) => kind !== 'shipment' && kind !== 'ticket')).toEqual([]);
    const { rows } = await server.pool.query(`select id from outgoing_mails where kind = 'invoice' and merchant_id = $1`, [merchantId]);
    expect(rows.length).toBeGreaterThan(0);
    for (const { id } of rows) expect((await server.call('GET', `/v0/outgoingMails/${id}`, undefined, merchant)).code).toBe('NotFound');
  });
});
