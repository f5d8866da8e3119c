import { createHash } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { BILL_STATUSES, billStatus, INVOICE_STATUSES, invoiceStatus, PAYMENT_STATUSES, paymentStatus } from '#contract/money/status';
import { TENANT_ROLE } from '../../server/core/db/role-names.ts';
import { line, openBooks, today } from '../support/books.ts';

/** What was posted stands (reliability.md P41), also for somebody who writes SQL as the application's own role. */
const { server, finance, merchantId, bank, post, read, posted, pay, allocate } = await openBooks();
afterAll(() => server.close());

type Refusal = { message: string; detail?: string };
/** Why the database refused; fails where it did not. */
async function why(sql: string, role = ''): Promise<string> {
  const client = await server.pool.connect();
  try {
    await client.query('begin');
    if (role) await client.query(`set local role ${role}`);
    await client.query(sql);
    // Some proofs are made at the end of the transaction.
    await client.query('set constraints all immediate');
    throw new Error(`was not refused: ${sql}`);
  } catch (error) {
    const { message, detail } = error as Refusal;
    if (message.startsWith('was not refused')) throw error;
    return `${message} ${detail ?? ''}`;
  } finally {
    await client.query('rollback');
    client.release();
  }
}
const STANDS = /postedStands .+ never changed or removed/;
const paidInPart = async () => {
  const invoice = await posted();
  const payment = await pay(20_000);
  await allocate(payment.id, invoice.id, 5000);
  return { invoice: await read('invoices', invoice.id), payment: await read('payments', payment.id) };
};
const supplier = async (): Promise<string> =>
  (
    await server.pool.query<{ id: string }>(
      `insert into suppliers (no, name, address, delivery_address) values ('S-' || left(gen_random_uuid()::text, 8), 'Pallet works', '{}', '{}') returning id`,
    )
  ).rows[0]?.id as string;
async function bill(over: object = {}) {
  const { data } = await post('bills', {
    supplierId: await supplier(),
    theirNo: 'R-1',
    billDate: today(),
    theirTotal: 11_900,
    lines: [line({ qty: 100_000, unitPrice: 10_000 })],
    ...over,
  });
  return data;
}

describe('what was posted (P41)', () => {
  it('is refused to every edit and delete by call, with a reason to read', async () => {
    const { id, version } = await posted();
    const refused = { code: 'StateRefused', data: 'invoices.refusals.postedStands' };
    expect(await server.call('PUT', `/v0/invoices/${id}`, { version, note: 'x' }, finance)).toMatchObject(refused);
    expect(await server.call('DELETE', `/v0/invoices/${id}`, undefined, finance)).toMatchObject(refused);
    const payment = await pay(100);
    expect(await server.call('PUT', `/v0/payments/${payment.id}`, { version: 1, amount: 5 }, finance)).toMatchObject(refused);
    const known = await bill();
    await post(`bills/${known.id}/approve`);
    expect(await server.call('PUT', `/v0/bills/${known.id}`, { version: 3, remark: 'x' }, finance)).toMatchObject(refused);
  });

  it('is refused to raw SQL by the application’s own role: heads, lines, sums, numbers, parties, papers', async () => {
    const { invoice, payment } = await paidInPart();
    const known = await bill();
    await post(`bills/${known.id}/approve`);
    for (const set of [
      `lines = '[]'`,
      `lines = jsonb_set(lines, '{0,unitPrice}', '1')`,
      'gross = 1',
      'net = 1, tax = 0',
      `no = 'E-2000-00001'`,
      'issue_date = issue_date - 1',
      'due_date = due_date + 365',
      'rate = 1',
      `party_name = 'Somebody else'`,
      `currency = 'USD'`,
      `paper = '{}'`,
      'posted_at = null',
      'deleted_at = now()',
      'reader_id = null',
    ])
      expect(await why(`update invoices set ${set} where id = '${invoice.id}'`), set).toMatch(STANDS);
    for (const set of ['pdf_file = null', `pdf_hash = 'x'`, `pdf_file = 'x', pdf_hash = 'x'`])
      expect(await why(`update invoices set ${set} where id = '${invoice.id}'`), set).toMatch(/postedStands .+ set once/);
    for (const set of ['amount = 1', `paid_on = '2000-01-01'`, 'account_id = null', 'merchant_id = null'])
      expect(await why(`update payments set ${set} where id = '${payment.id}'`), set).toMatch(STANDS);
    expect(await why(`update payments set rate = 1 where id = '${payment.id}'`)).toMatch(/set once/);
    expect(await why(`update bills set gross = 1 where id = '${known.id}'`)).toMatch(STANDS);
    for (const [table, id] of [
      ['invoices', invoice.id],
      ['payments', payment.id],
      ['bills', known.id],
    ])
      expect(await why(`delete from ${table} where id = '${id}'`), table).toMatch(STANDS);
    for (const table of ['transactions', 'allocations'])
      for (const sql of [`update ${table} set id = id`, `delete from ${table}`])
        expect(await why(`${sql} where invoice_id = '${invoice.id}'`), sql).toContain('never changed or removed');
    for (const table of ['invoices', 'transactions', 'payments', 'allocations', 'bills', 'files', 'invoice_circles', 'merchants'])
      expect(await why(`truncate ${table} cascade`), table).toContain('never changed or removed');
  });

  it('keeps its paper: file and hash stay, whoever asks, by call and by raw SQL; so does theirs', async () => {
    const invoice = await posted();
    const fileId = String(invoice['pdfFile']);
    const theirs = new FormData();
    theirs.set('file', new Blob(['Bill R-9'], { type: 'text/plain' }), 'bill.txt');
    const upload = await server.call<{ id: string }>('POST', '/v0/statics/upload/intern', theirs, finance);
    expect(upload.code).toBe('OK');
    const known = await bill({ theirNo: 'R-9', file: upload.data.id.replaceAll('-', '') });
    await post(`bills/${known.id}/approve`);
    const admin = await server.signIn('admin');
    for (const kept of [fileId, String(known['file'])]) {
      const uuid = kept.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
      expect(await server.call('DELETE', `/v0/files/${uuid}`, undefined, admin)).toMatchObject({
        code: 'StateRefused',
        data: 'invoices.refusals.paperKept',
      });
      expect(await why(`update files set checksum = 'x' where id = '${uuid}'`)).toContain('paper of a posted document');
      expect(await why(`delete from files where id = '${uuid}'`)).toContain('paper of a posted document');
    }
    const paper = await fetch(`${server.url}/v0/static/${fileId}`, { headers: { 'x-token': finance } });
    expect(
      createHash('sha256')
        .update(Buffer.from(await paper.arrayBuffer()))
        .digest('hex'),
    ).toBe(invoice['pdfHash']);
  });

  it('is closed to the role that outside users work under', async () => {
    const { id } = await posted();
    for (const sql of [
      `update invoices set note = 'x' where id = '${id}'`,
      `delete from invoices where id = '${id}'`,
      `insert into invoices (merchant_id) values ('${merchantId}')`,
      'truncate invoices',
      'select 1 from transactions',
      'select 1 from payments',
      'select 1 from invoice_circles',
    ])
      expect(await why(sql, TENANT_ROLE), sql).toContain('permission denied');
  });

  it('cannot be an entry that does not come to zero', async () => {
    expect(
      await why(
        `insert into transactions (entry_id, booked_on, account_id, currency, debit, base, source) values (kontor_uuid7(), kontor_day(), '${bank}', 'EUR', 100, 100, 'manual')`,
      ),
    ).toContain('does not come to zero');
  });
});

describe('what moves on after posting', () => {
  it('moves by its one writer: nobody sets settled, status or the end of a payment by hand', async () => {
    const { invoice, payment } = await paidInPart();
    const known = await bill();
    await post(`bills/${known.id}/approve`);
    for (const sql of [
      `update invoices set settled = gross where id = '${invoice.id}'`,
      `update invoices set settled = 5000, credited = 5000 where id = '${invoice.id}'`,
      `update invoices set status = 'paid' where id = '${invoice.id}'`,
      `update invoices set status = 'posted' where id = '${invoice.id}'`,
      `update payments set settled = 0 where id = '${payment.id}'`,
      `update payments set status = 'allocated' where id = '${payment.id}'`,
      `update payments set reversed_at = now(), reason = 'x' where id = '${payment.id}'`,
      `update bills set settled = gross where id = '${known.id}'`,
      `update bills set status = 'paid' where id = '${known.id}'`,
    ])
      expect(await why(sql), sql).toContain('invoices.refusals.settledFollows');
    await allocate(payment.id, invoice.id, 6900);
    expect(await read('invoices', invoice.id)).toMatchObject({ status: 'paid', open: 0 });
    await post(`payments/${payment.id}/reverse`, { reason: 'Bounced' });
    expect(await read('payments', payment.id)).toMatchObject({ status: 'reversed' });
    expect(await why(`update payments set reversed_at = null, reason = '' where id = '${payment.id}'`)).toContain('set once');
  });

  it('has the same status in the database’s proof as in the rule that writes it, whatever happened', async () => {
    const sums = [0, 40, 100];
    const at = [null, '2026-01-01T00:00:00Z'];
    /** Whether a row with these facts may be given a status, asked of the trigger function on a table of the same shape. */
    const proof = async (table: string, facts: object, statuses: readonly string[]): Promise<string[]> => {
      const client = await server.pool.connect();
      try {
        await client.query('begin');
        await client.query('create schema proof');
        const columns = Object.keys(facts);
        await client.query(
          `create table proof.${table} (no text default '', status text default '', ${columns.map((name) => `${name} ${name.endsWith('_at') ? 'timestamptz' : 'bigint'}`).join(', ')})`,
        );
        await client.query(`create trigger status before update on proof.${table} for each row execute function public.kontor_status()`);
        await client.query(
          `insert into proof.${table} (${columns.join(', ')}) values (${columns.map((_, i) => `$${i + 1}`).join(', ')})`,
          Object.values(facts),
        );
        const allowed: string[] = [];
        for (const status of statuses) {
          await client.query('savepoint one');
          await client.query(`update proof.${table} set status = $1`, [status]).then(
            () => allowed.push(status),
            () => undefined,
          );
          await client.query('rollback to one');
        }
        return allowed;
      } finally {
        await client.query('rollback');
        client.release();
      }
    };
    for (const settled of sums) {
      for (const first of at) {
        for (const credited of sums.filter((sum) => sum <= settled))
          expect(await proof('invoices', { posted_at: first, gross: 100, settled, credited }, INVOICE_STATUSES)).toEqual([
            invoiceStatus({ postedAt: first, gross: 100, settled, credited }),
          ]);
        for (const second of at)
          expect(await proof('bills', { approved_at: first, disputed_at: second, gross: 100, settled }, BILL_STATUSES)).toEqual([
            billStatus({ approvedAt: first, disputedAt: second, gross: 100, settled }),
          ]);
        expect(await proof('payments', { reversed_at: first, amount: 100, settled }, PAYMENT_STATUSES)).toEqual([
          paymentStatus({ reversedAt: first, amount: 100, settled }),
        ]);
      }
    }
  });
});

describe('numbers', () => {
  it('go up by one with the invoice that bears them, and never back (P42)', async () => {
    await posted();
    const circle = `where circle = 'E' and year = ${today().slice(0, 4)}`;
    expect(await why(`update invoice_circles set last = last - 1 ${circle}`)).toContain('one by one and never back');
    expect(await why(`update invoice_circles set last = last + 2 ${circle}`)).toContain('one by one and never back');
    expect(await why(`delete from invoice_circles ${circle}`)).toContain('one by one and never back');
    expect(await why(`insert into invoice_circles values ('E', 2099, 7)`)).toContain('one by one and never back');
    expect(await why(`update invoice_circles set last = last + 1 ${circle}`)).toContain('no invoice bears the number E-');
  });
});
