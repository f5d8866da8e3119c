import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { afterAll, expect, it } from 'vitest';
import { houseToday } from '#contract/core/house-day';
import { SAMPLE_PASSWORD } from '../../server/sample/sample.ts';
import { addressOf } from '../support/address.ts';
import { type ChildServer, freePort, startReadyChild } from '../support/child.ts';
import { createDatabase } from '../support/database.ts';
import { randomOf } from '../support/fault-proxy.ts';
import { figure } from '../support/figure.ts';
import { between, drawLines, judge } from '../support/money-oracle.ts';

/** Numbers of invoices while nodes race and die (reliability.md P42). RIG=long posts ten times as many and kills more often; SEED=7 deals other moments. */
const LONG = process.env['RIG'] === 'long';
const SEED = Number(process.env['SEED'] ?? 1);
const DRAFTS = LONG ? 1200 : 120;
const KILLS = LONG ? 12 : 2;
const CLIENTS = 16;
/** Who loses the connection may never ask again: the house still has to have the paper. */
const GIVES_UP = 0.3;

const left: (() => unknown)[] = [];
afterAll(async () => {
  for (const tidy of left.splice(0).toReversed()) await tidy();
});

/** Nobody listened, so nothing was begun. */
const isRefused = (error: unknown): boolean =>
  error instanceof Error && (error.cause as { code?: string } | undefined)?.code === 'ECONNREFUSED';

/** What becomes of a draft: most are posted; some roll back after their number was taken, in the statement or at the commit; some lose the first try. */
const FATES = ['fine', 'fine', 'fine', 'fine', 'fine', 'rolls back', 'rolls back at commit', 'loses a try'] as const;

/** Faults of the database after the number was taken, which is the last thing but the booking that a posting does. */
async function armFaults(pool: Pool): Promise<void> {
  await pool.query(`
    create sequence rig_tries;
    create function rig_fail() returns trigger language plpgsql as $$
    begin
      if new.posted_at is null then return null; end if;
      if new.note = 'loses a try' and nextval('rig_tries') % 2 = 1 then raise exception 'crosswise' using errcode = '40001'; end if;
      if new.note = tg_argv[0] then raise exception 'forced by the rig'; end if;
      return null;
    end $$;
    create trigger rig_now after update of posted_at on invoices for each row execute function rig_fail('rolls back');
    create constraint trigger rig_late after update of posted_at on invoices deferrable initially deferred for each row execute function rig_fail('rolls back at commit')`);
}

async function makeDrafts(pool: Pool, random: () => number): Promise<{ id: string; fate: string }[]> {
  const address = addressOf({ name1: 'Rig' });
  const { rows } = await pool.query<{ id: string }>(
    `insert into customers (no, name, address, delivery_address) values ('C-RIG', 'Rig', $1, '{}') returning id`,
    [address],
  );
  await pool.query(`insert into fx_rates (currency, valid_on, rate, source) values ('USD', $1, 1100000, 'manual') on conflict do nothing`, [
    houseToday(),
  ]);
  const drafts: { id: string; fate: string }[] = [];
  for (let n = 0; n < DRAFTS; n++) {
    const lines = [
      {
        ...drawLines(random, [[['S', 1900]]], 1)[0],
        unitPrice: between(random, 100, 90_000),
        qty: 1000,
        discount: 0,
        ofLine: null,
        note: '',
      },
    ];
    const { net, tax, gross } = judge(lines as Parameters<typeof judge>[0]);
    const fate = FATES[n % FATES.length] as string;
    const made = await pool.query<{ id: string }>(
      `insert into invoices (customer_id, currency, lines, net, tax, gross, note, party_name) values ($1, $2, $3, $4, $5, $6, $7, 'Rig') returning id`,
      [rows[0]?.id, n % 3 === 0 ? 'USD' : 'EUR', JSON.stringify(lines), net, tax, gross, fate],
    );
    drafts.push({ id: made.rows[0]?.id as string, fate });
  }
  return drafts;
}

it('numbers have no gap and no double by two nodes at once, through forced rollbacks and nodes that are killed while they post (P42)', {
  timeout: 900_000,
}, async () => {
  const random = randomOf(SEED);
  const database = await createDatabase({ sample: true });
  const folder = mkdtempSync(join(tmpdir(), 'kontor-numbers-'));
  left.push(database.drop, () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const { pool } = database;
  // Nodes on one database share the folder of files.
  const env = { KONTOR_DATA: folder, DATABASE_URL: database.url, LOG_LEVEL: 'fatal' };
  const ports = [await freePort(), await freePort()] as const;
  const start = (port: number) => startReadyChild({ env, port });
  const nodes: ChildServer[] = await Promise.all(ports.map(start));
  left.push(() => Promise.all(nodes.map((node) => node.end('SIGKILL'))));
  const login = { account: 'finance@kontor.example', passwd: SAMPLE_PASSWORD };
  const { data } = await (nodes[0] as ChildServer).call<{ token: string }>('POST', '/v0/auth/login', login);
  await armFaults(pool);
  const drafts = await makeDrafts(pool, random);
  const before = await pool.query<{ n: number }>('select count(*)::int as n from invoices where posted_at is not null');

  const queue = [...drafts];
  const answers = new Map<string, string>();
  let lost = 0;
  const client = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      for (;;) {
        const node = nodes[random() < 0.5 ? 0 : 1] as ChildServer;
        try {
          const { code } = await node.call('POST', `/v0/invoices/${next.id}/post`, undefined, data.token);
          answers.set(next.id, code);
          break;
        } catch (error) {
          // Down: the other one answers meanwhile.
          if (isRefused(error)) {
            await sleep(20);
            continue;
          }
          // Killed under the call: whether it was booked, nobody was told.
          lost += 1;
          if (random() < GIVES_UP) break;
          await sleep(100);
        }
      }
    }
  };
  const killer = async (): Promise<void> => {
    for (let round = 1; round <= KILLS; round++) {
      const goal = (DRAFTS * round) / (KILLS + 1);
      await expect.poll(() => answers.size + lost, { timeout: 120_000, interval: 5 }).toBeGreaterThan(goal);
      await sleep(random() * 60);
      const victim = round % 2;
      await nodes[victim]?.end('SIGKILL');
      nodes[victim] = await start(ports[victim] as number);
    }
  };
  await Promise.all([killer(), ...Array.from({ length: CLIENTS }, client)]);

  type Numbered = { circle: string; year: string; numbers: number[]; last: number };
  const { rows: circles } = await pool.query<Numbered>(
    `select split_part(i.no, '-', 1) as circle, split_part(i.no, '-', 2) as year, array_agg(split_part(i.no, '-', 3)::int order by split_part(i.no, '-', 3)::int) as numbers, max(c.last) as last
      from invoices i left join invoice_circles c on c.circle = split_part(i.no, '-', 1) and c.year::text = split_part(i.no, '-', 2) where i.no <> '' group by 1, 2 order by 1, 2`,
  );
  expect(circles.map(({ circle }) => circle)).toEqual(expect.arrayContaining(['E', 'U']));
  for (const { circle, year, numbers, last } of circles) {
    expect(numbers, `${circle}-${year}`).toEqual(numbers.map((_, i) => i + 1));
    expect(last, `${circle}-${year}`).toBe(numbers.length);
  }

  const { rows } = await pool.query<{ id: string; no: string; posted: boolean; gross: string; booked: string | null; entries: number }>(
    `select i.id, i.no, i.posted_at is not null as posted, i.gross, t.booked, coalesce(t.entries, 0)::int as entries from invoices i
      left join (select invoice_id, count(distinct entry_id) as entries, sum(t.debit - t.credit) filter (where a.kind = 'receivable') as booked
        from transactions t join accounts a on a.id = t.account_id group by 1) t on t.invoice_id = i.id where i.id = any($1::uuid[])`,
    [drafts.map(({ id }) => id)],
  );
  const told = new Map(rows.map((row) => [row.id, row]));
  for (const { id, fate } of drafts) {
    const row = told.get(id);
    const where = `${fate} ${answers.get(id) ?? 'no answer'} SEED=${SEED}`;
    if (fate.startsWith('rolls back')) expect(row, where).toMatchObject({ posted: false, no: '', entries: 0 });
    // Who was told that it is posted finds it posted, and once only.
    if (answers.get(id) === 'OK') expect(row, where).toMatchObject({ posted: true, entries: 1, booked: row?.gross });
    if (row?.posted === false) expect(row, where).toMatchObject({ no: '', entries: 0 });
  }
  const posted = rows.filter((row) => row.posted).length;
  expect(posted).toBeGreaterThan(DRAFTS / 2);
  expect(circles.reduce((sum, { numbers }) => sum + numbers.length, 0)).toBe(posted + (before.rows[0]?.n ?? 0));

  // A node that died between the number and the paper owes the paper. A job pays every minute; the rig does not wait for the clock.
  await pool.query(`insert into jobs.job (name, data) values ('money.papers', '{}')`);
  const papers = async () =>
    (
      await pool.query<{ no: string; pdf_file: string | null; pdf_hash: string }>(
        'select no, pdf_file, pdf_hash from invoices where posted_at is not null and id = any($1::uuid[])',
        [drafts.map(({ id }) => id)],
      )
    ).rows;
  await expect.poll(async () => (await papers()).filter((row) => row.pdf_file === null), { timeout: 120_000, interval: 200 }).toEqual([]);
  for (const { no, pdf_file: file, pdf_hash: hash } of await papers()) {
    const bytes = readFileSync(join(folder, 'files', String(file).slice(0, 2), String(file)));
    expect(createHash('sha256').update(bytes).digest('hex'), no).toBe(hash);
  }
  figure(`${posted} posted of ${DRAFTS}, ${lost} calls lost to ${KILLS} kills. SEED=${SEED}`);
});
