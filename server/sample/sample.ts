import type pg from 'pg';
import { USER_TYPES } from '#contract/access/users';
import { EMPTY_ADDRESS } from '#contract/core/fields';
import { createDb, type Db } from '../core/db/client.ts';
import { hashPassword } from '../modules/access/users/password.ts';
import { loadBank } from './bank.ts';
import { loadBillingFacts } from './billing.ts';
import { loadBusiness } from './business.ts';
import { loadBooks } from './history/books.ts';
import { loadLabelsToCheck } from './history/labels.ts';
import { loadHistory, type Past } from './history/load.ts';
import { loadMoney } from './money.ts';

export const SAMPLE_PASSWORD = 'kontor-sample';

/** One account for each role. The merchant account belongs to the sample merchant. */
export const SAMPLE_ACCOUNTS = [
  { account: 'admin@kontor.example', name: 'Anna Admin', role: 'admin', type: USER_TYPES.admin },
  { account: 'manager@kontor.example', name: 'Max Manager', role: 'manager', type: USER_TYPES.manager },
  { account: 'employee@kontor.example', name: 'Erika Empfang', role: 'employee', type: USER_TYPES.employee },
  { account: 'merchant@kontor.example', name: 'Mei Lin', role: 'merchant', type: USER_TYPES.merchant },
  { account: 'warehouse@kontor.example', name: 'Willi Lager', role: 'warehouse', type: USER_TYPES.warehouse },
  { account: 'carrier@kontor.example', name: 'Carla Fahrt', role: 'carrier', type: USER_TYPES.carrier },
  { account: 'finance@kontor.example', name: 'Frank Finanz', role: 'finance', type: USER_TYPES.finance },
] as const;

export const SAMPLE_MERCHANT_NO = 'M-1001';

const MERCHANTS = [
  {
    no: SAMPLE_MERCHANT_NO,
    name: 'Northwind Traders',
    currency: 'EUR',
    vatId: 'DE129273398',
    contact: 'Mei Lin',
    email: 'merchant@kontor.example',
    carrierRule: 'fixed',
    address: {
      ...EMPTY_ADDRESS,
      name1: 'Northwind Traders',
      streetName: 'Speicherstraße',
      streetNumber: '12',
      zip: '20457',
      city: 'Hamburg',
      country: 'DE',
    },
  },
  {
    no: 'M-1002',
    name: 'Shenzhen Bright Home Co.',
    currency: 'USD',
    vatId: '',
    contact: 'Chen Wei',
    email: 'ops@brighthome.example',
    carrierRule: 'fixed',
    address: {
      ...EMPTY_ADDRESS,
      name1: 'Shenzhen Bright Home Co.',
      streetName: 'Keyuan Road',
      streetNumber: '15',
      zip: '518057',
      city: 'Shenzhen',
      country: 'CN',
    },
  },
  {
    no: 'M-1003',
    name: 'Alpenfein Naturkost',
    currency: 'EUR',
    vatId: 'ATU62895905',
    contact: 'Eva Huber',
    email: 'hallo@alpenfein.example',
    // An order of this merchant shows what was compared at its release.
    carrierRule: 'cheapest',
    address: {
      ...EMPTY_ADDRESS,
      name1: 'Alpenfein Naturkost',
      streetName: 'Innrain',
      streetNumber: '52',
      zip: '6020',
      city: 'Innsbruck',
      country: 'AT',
    },
  },
] as const;

export type SampleOptions = {
  /** Also the 90 days before today. */
  history?: boolean;
  /** Called before the first row is written. */
  begin?: () => void;
  /** Called when the database makes the indexes of the history and this process has nothing to do. */
  meanwhile?: () => void;
  /** What is loaded beside the books, because it shares no row with them. */
  beside?: () => Promise<unknown>;
};

/** Accounts, business and, if wanted, the goods of the past. Null if there is an account already. */
async function loadBase(
  client: pg.PoolClient,
  { history, begin, meanwhile }: Required<SampleOptions>,
): Promise<{ past: Past | null } | null> {
  const { rowCount } = await client.query('select 1 from users limit 1');
  if (rowCount) return null;
  begin();
  const passwdHash = await hashPassword(SAMPLE_PASSWORD);
  for (const { no, name, currency, vatId, contact, email, carrierRule, address } of MERCHANTS)
    await client.query(
      'insert into merchants (no, name, currency, vat_id, contact, email, carrier_rule, address) values ($1, $2, $3, $4, $5, $6, $7, $8)',
      [no, name, currency, vatId, contact, email, carrierRule, JSON.stringify(address)],
    );
  for (const { account, name, role, type } of SAMPLE_ACCOUNTS)
    await client.query(
      `insert into users (account, name, type, passwd_hash, sample, role_ids, merchant_id)
       values ($1, $2, $3, $4, true, array(select id from roles where key = $5), (select id from merchants where no = $6))`,
      [account, name, type, passwdHash, role, role === 'merchant' ? SAMPLE_MERCHANT_NO : null],
    );
  await loadBusiness(client);
  await client.query(
    `update users set carrier_id = (select id from carriers where code = 'FORWARDER') where account = 'carrier@kontor.example'`,
  );
  const past = history ? await loadHistory(client, meanwhile) : null;
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
  { history = false, begin = () => undefined, meanwhile = () => undefined, beside = async () => undefined }: SampleOptions = {},
): Promise<boolean> {
  const base = await inTransaction(pool, (client) => loadBase(client, { history, begin, meanwhile, beside }));
  if (!base) return false;
  await Promise.all([createDb(pool).transaction((tx) => loadLedger(tx, base.past)), beside()]);
  return true;
}

/** Production refuses to start while a sample account can sign in. */
export async function hasSampleAccounts(pool: pg.Pool): Promise<boolean> {
  const { rowCount } = await pool.query('select 1 from users where sample and disabled_at is null and deleted_at is null limit 1');
  return Boolean(rowCount);
}
