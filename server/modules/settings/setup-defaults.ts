import type pg from 'pg';
import { EMPTY_ADDRESS } from '#contract/core/fields';
import { KNOWN_CODES } from '#contract/money/known-tax-codes';
import { HOUSE_COUNTRY } from '#contract/money/vat';
import { WEEKDAYS } from '#contract/office/working-time';
import { ACCOUNTS_KEY, LEGAL_KEYS, TWO_PEOPLE_KEY } from '#contract/settings/house';
import { DEFAULT_HOURS, HOLIDAY_STATE_KEY, HOURS_KEY, hoursText } from '#contract/support/opening-hours';

/** Setting with the time when the defaults were written. Missing if the house was set up before this existed, or is the sample. */
export const SETUP_MARK = 'setup.preparedAt';

/** The tax codes that a new house starts with. Others are written when a document first needs them. */
const TAX_CODES = ['DE19', 'DE7', 'DE0', 'EU0'];

/**
 * Code, name; heaviest parcel in grams, longest side, each other side, longest side with girth in millimetres; whether sizes are required; tracking page.
 * As the carriers publish it: DHL Paket 120 × 60 × 60 cm and 31.5 kg (dhl.de, DHL Paket). DPD 175 cm, 300 cm with girth and 31.5 kg (dpd.com, "Weight and
 * dimensions"; from 120 cm or 150 litres on it takes a surcharge and still carries it). UPS 274 cm, 400 cm with girth and 70 kg (ups.com).
 */
const CARRIERS = [
  ['DHL', 'DHL Paket', 31_500, 1200, 600, null, false, 'https://www.dhl.de/de/privatkunden/pakete-empfangen/verfolgen.html?piececode={no}'],
  ['DPD', 'DPD Classic', 31_500, 1750, null, 3000, false, 'https://tracking.dpd.de/status/de_DE/parcel/{no}'],
  ['UPS', 'UPS Standard', 70_000, 2740, null, 4000, true, 'https://www.ups.com/track?tracknum={no}'],
] as const;

/** key, value, whether merchants and carriers may read it; the first step of the set-up asks for the empty ones */
const SETTINGS = [
  ['house.name', '', true],
  ['house.vatId', '', true],
  ['house.bank', '', false],
  ['house.address.streetName', '', true],
  ['house.address.streetNumber', '', true],
  ['house.address.zip', '', true],
  ['house.address.city', '', true],
  ['house.address.country', HOUSE_COUNTRY, true],
  ['house.address.phone', '', true],
  ['house.address.email', '', true],
  ...LEGAL_KEYS.map((key) => [key, '', false] as const),
  [ACCOUNTS_KEY, [] as readonly string[], false],
  ...WEEKDAYS.map((day) => [`${HOURS_KEY}${day}`, hoursText(DEFAULT_HOURS.days[day]), true] as const),
  [HOLIDAY_STATE_KEY, '', true],
  ['datev.consultant', '', false],
  ['datev.client', '', false],
  ['datev.chart', '03', false],
  [TWO_PEOPLE_KEY, false, false],
] as const;

/**
 * Deleted rows count too, because they were deleted on purpose. User accounts do not count: the first one is created before the first
 * start.
 */
const IS_EMPTY = `select not exists (select from settings) and not exists (select from tax) and not exists (select from carriers)
  and not exists (select from storehouses) and not exists (select from merchants) as empty`;

/**
 * Writes the defaults of an empty house in one transaction: tax rates, carriers (disabled), a storehouse without address with one warehouse,
 * and the settings for the house's address. Accounts for posting are created with the tables (server/modules/money/posting-triggers.sql). Returns false and
 * changes nothing if the house has data.
 */
export async function prepareHouse(pool: pg.Pool): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    // Advisory lock: two nodes that start at the same time prepare the house once.
    await client.query(`select pg_advisory_xact_lock(hashtext($1))`, [SETUP_MARK]);
    const { rows } = await client.query<{ empty: boolean }>(IS_EMPTY);
    const isEmpty = rows[0]?.empty === true;
    if (isEmpty) await writeDefaults(client);
    await client.query('commit');
    return isEmpty;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

async function writeDefaults(client: pg.ClientBase): Promise<void> {
  await writeTaxCodes(client, TAX_CODES);
  for (const row of CARRIERS)
    await client.query(
      `insert into carriers (code, name, api, max_weight, max_length, max_side, max_girth, dimensions, tracking_url, active) values ($1, $2, 'none', $3, $4, $5, $6, $7, $8, false)`,
      [...row],
    );
  await client.query(
    `with site as (insert into storehouses (code, name, address) values ('MAIN', 'Main storehouse', $1) returning id)
      insert into warehouses (code, name, storehouse_id) select 'H1', 'Hall 1', id from site`,
    [JSON.stringify({ ...EMPTY_ADDRESS, country: HOUSE_COUNTRY })],
  );
  const mark = [SETUP_MARK, new Date().toISOString(), false];
  for (const [key, value, open] of [...SETTINGS, mark])
    await client.query('insert into settings (key, value, public) values ($1, $2, $3)', [key, JSON.stringify(value), open]);
}

/** Writes known tax codes with their accounts, keys and boxes. */
export async function writeTaxCodes(client: pg.ClientBase, codes: readonly string[]): Promise<void> {
  for (const known of KNOWN_CODES.filter(({ code }) => codes.includes(code)))
    await client.query(
      `insert into tax (code, name, country, category, rate, reverse_charge, direction, account_no, vat_account_no, box_base, ec_list)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        known.code,
        known.name,
        HOUSE_COUNTRY,
        known.category,
        known.rate,
        known.category === 'AE',
        known.direction,
        known.accountNo ?? '',
        known.vatAccountNo ?? '',
        known.boxBase ?? '',
        known.ecList ?? null,
      ],
    );
}
