import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { type ChildServer, freePort, startReadyChild } from '../support/child.ts';
import { createDatabase } from '../support/database.ts';
import { randomOf } from '../support/fault-proxy.ts';
import { figure } from '../support/figure.ts';
import { startSmtp } from '../support/smtp.ts';

/** Invoice letters whose server is killed while it sends them. RIG=long sends five times as many; SEED=7 kills at other moments. */
const LONG = process.env['RIG'] === 'long';
const SEED = Number(process.env['SEED'] ?? 1);
const LETTERS = LONG ? 100 : 20;
const KILLS = LONG ? 8 : 3;
/** Milliseconds that the mail server takes for an answer: in this time a letter is delivered and not written down. */
const PAUSE = 60;

const left: (() => unknown)[] = [];
afterAll(async () => {
  for (const tidy of left.splice(0).toReversed()) await tidy();
});

it('invoice letters whose server is killed while it sends them all arrive, and what may have arrived twice is marked', {
  timeout: 600_000,
}, async () => {
  const random = randomOf(SEED);
  const database = await createDatabase({ sample: true });
  const folder = mkdtempSync(join(tmpdir(), 'kontor-mails-'));
  const smtp = await startSmtp(() => '250 ok', PAUSE);
  left.push(database.drop, () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }), smtp.close);
  const { pool } = database;
  const env = { KONTOR_DATA: folder, DATABASE_URL: database.url, LOG_LEVEL: 'fatal', SMTP_URL: smtp.url };
  const port = await freePort();
  let node: ChildServer = await startReadyChild({ env, port });
  left.push(() => node.end('SIGKILL'));
  await pool.query(
    `insert into outgoing_mails (kind, document_no, mail_to, subject, text, locale, invoice_id)
      select 'invoice', 'E-RIG-' || n, 'rig-' || n || '@x.example', 'Invoice', 'Our invoice', 'en', (select id from invoices where posted_at is not null limit 1)
        from generate_series(1, $1) n`,
    [LETTERS],
  );
  // The job looks every minute, and takes over what a dead node had after five; the rig does not wait for the clock.
  const go = async (): Promise<void> => {
    await pool.query(`update outgoing_mails set due_at = now() where status = 'waiting'`);
    await pool.query(`insert into jobs.job (name, data) values ('settings.mails', '{}')`);
  };
  await go();
  for (let round = 1; round <= KILLS; round += 1) {
    await expect.poll(() => smtp.messages.length, { timeout: 120_000, interval: 5 }).toBeGreaterThan((LETTERS * round) / (KILLS + 1));
    await sleep(random() * PAUSE);
    await node.end('SIGKILL');
    node = await startReadyChild({ env, port });
    await go();
  }
  type Row = { mail_to: string; id: string; status: string; attempts: number; error: string };
  const rowsOf = async (): Promise<Row[]> =>
    (await pool.query<Row>(`select mail_to, id, status, attempts, error from outgoing_mails where document_no like 'E-RIG-%'`)).rows;
  await expect
    .poll(async () => (await rowsOf()).filter(({ status }) => status !== 'sent').length, { timeout: 120_000, interval: 100 })
    .toBe(0);

  const rows = await rowsOf();
  const copies = (to: string) => smtp.messages.filter((message) => message.to === to);
  expect(rows).toHaveLength(LETTERS);
  for (const { mail_to, id, attempts, error } of rows) {
    const arrived = copies(mail_to);
    expect(arrived.length, mail_to).toBeGreaterThan(0);
    // Every copy is the same mail to a mail program.
    expect(new Set(arrived.map((message) => message.id))).toEqual(new Set([`<${id}@127.0.0.1>`]));
    expect(error.includes('may have this mail twice'), mail_to).toBe(attempts > 1);
    if (arrived.length > 1) expect(error).toContain('may have this mail twice');
  }
  const twice = rows.filter(({ mail_to }) => copies(mail_to).length > 1).length;
  figure(`${LETTERS} letters through ${KILLS} kills: none lost, ${twice} arrived twice and are marked. SEED=${SEED}`);
});
