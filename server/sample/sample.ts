import type pg from 'pg';
import { createDb, type Db } from '../core/db/client.ts';
import { hashPassword } from '../modules/access/users/password.ts';
import { SAMPLE_ACCOUNTS } from './accounts.ts';
import { loadBank } from './bank.ts';
import { loadBillingFacts } from './billing.ts';
import { ITEMS, loadBusiness } from './business.ts';
import { loadBooks } from './history/books.ts';
import { loadLabelsToCheck } from './history/labels.ts';
import { loadHistory, type Past, type PlannedHistory, planHistory } from './history/load.ts';
import { type Ids, newIds } from './ids.ts';
import { MERCHANTS, SAMPLE_MERCHANT_NO } from './merchants.ts';
import { loadMoney } from './money.ts';

export const SAMPLE_PASSWORD = 'kontor-sample';

/** The sample before it is stored: the ids of its rows, its items and, if wanted, the 90 days before today, which are being made. */
export type PlannedSample = { ids: Ids; skus: readonly string[]; history: PlannedHistory | null };
export function planSample({ history = false }: { history?: boolean } = {}): PlannedSample {
  const ids = newIds();
  const own = ITEMS.map(([, sku]) => sku);
  if (!history) return { ids, skus: own, history: null };
  const planned = planHistory(ids);
  return { ids, skus: [...planned.house.items.keys()], history: planned };
}

type LoadOptions = {
  /** Called before the first row is written. */
  begin?: () => void;
  /** Called when the database makes the indexes of the history and this process has nothing to do. */
  meanwhile?: () => void;
  /** What is loaded beside the books, because it shares no row with them. */
  beside?: () => Promise<void>;
};

/** Accounts, business and, if wanted, the goods of the past. Null if there is an account already. */
async function loadBase(
  client: pg.PoolClient,
  { ids, history }: PlannedSample,
  begin: () => void,
  meanwhile: () => void,
): Promise<{ past: Past | null } | null> {
  const { rowCount } = await client.query('select 1 from users limit 1');
  if (rowCount) return null;
  begin();
  const passwdHash = await hashPassword(SAMPLE_PASSWORD);
  for (const { no, name, currency, vatId, contact, email, carrierRule, address } of MERCHANTS)
    await client.query(
      'insert into merchants (no, name, currency, vat_id, contact, email, carrier_rule, address, id) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)',
      [no, name, currency, vatId, contact, email, carrierRule, JSON.stringify(address), ids('merchants', no)],
    );
  for (const { account, name, role, type } of SAMPLE_ACCOUNTS)
    await client.query(
      `insert into users (account, name, type, passwd_hash, sample, role_ids, merchant_id, id)
       values ($1, $2, $3, $4, true, array(select id from roles where key = $5), (select id from merchants where no = $6), $7)`,
      [account, name, type, passwdHash, role, role === 'merchant' ? SAMPLE_MERCHANT_NO : null, ids('users', account)],
    );
  await loadBusiness(client, ids);
  await client.query(
    `update users set carrier_id = (select id from carriers where code = 'FORWARDER') where account = 'carrier@kontor.example'`,
  );
  const past = history ? await loadHistory(client, ids, history, meanwhile) : null;
  await loadBillingFacts(client);
  if (history) await loadLabelsToCheck(client);
  return { past };
}

async function inTransaction<T>(pool: pg.Pool, run: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await run(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/** Invoices, bills and payments: those of the past first, so that the numbers of today's follow. */
async function loadLedger(tx: Db, past: Past | null): Promise<void> {
  if (past) await loadBooks(tx, past);
  await loadMoney(tx);
  await loadBank(tx);
}

/**
 * Loads the sample business into an empty database. Does nothing if there is an account already.
 * @returns whether it was loaded
 */
export async function loadSample(
  pool: pg.Pool,
  planned: PlannedSample = planSample(),
  { begin = () => undefined, meanwhile = () => undefined, beside = async () => undefined }: LoadOptions = {},
): Promise<boolean> {
  const base = await inTransaction(pool, (client) => loadBase(client, planned, begin, meanwhile));
  if (!base) return false;
  await Promise.all([createDb(pool).transaction((tx) => loadLedger(tx, base.past)), beside()]);
  return true;
}

/** Whether there is no account yet, also before the tables are made. */
export async function hasNoUsers(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ made: boolean }>(`select to_regclass('public.users') is not null as made`);
  return !rows[0]?.made || (await pool.query('select from users limit 1')).rowCount === 0;
}

/** Production refuses to start while a sample account can sign in. */
export async function hasSampleAccounts(pool: pg.Pool): Promise<boolean> {
  const { rowCount } = await pool.query('select 1 from users where sample and disabled_at is null and deleted_at is null limit 1');
  return Boolean(rowCount);
}
