import { sql } from 'drizzle-orm';
import { type Address, EMPTY_ADDRESS } from '#contract/core/fields';
import { partyFaults } from '#contract/parties/party';
import { COMPANY_FIELDS, type SetupCompany, StoredCompany } from '#contract/settings/setup';
import type { Db } from '../../core/db/client.ts';
import { cell, command, statement } from '../../core/db/statement.ts';
import { invalid } from '../../core/http/errors.ts';
import { settings } from './settings/table.ts';

/** Setting of each field of the company. */
const KEYS: Record<keyof SetupCompany, string> = {
  name: 'house.name',
  vatId: 'house.vatId',
  bank: 'house.bank',
  streetName: 'house.address.streetName',
  streetNumber: 'house.address.streetNumber',
  zip: 'house.address.zip',
  city: 'house.address.city',
  country: 'house.address.country',
  phone: 'house.address.phone',
  email: 'house.address.email',
};
/** Settings without which no label and no invoice can be made. */
export const NEEDED_KEYS = [KEYS.name, KEYS.streetName, KEYS.zip, KEYS.city, KEYS.country];

const readHouse = statement(
  { key: settings.key, value: cell.text },
  () => sql`select key, coalesce(value #>> '{}', '') as value from settings where key like 'house.%' and deleted_at is null`,
);
const changeSetting = statement(
  { id: settings.id },
  ({ key, value }: { key: string; value: string }) =>
    sql`update settings set value = ${value}::jsonb where key = ${key} and deleted_at is null returning id`,
  [{ key: 'house.name', value: '""' }],
);
const addSetting = command(
  ({ key, value }: { key: string; value: string }) => sql`insert into settings (key, value) values (${key}, ${value}::jsonb)`,
  [{ key: 'house.name', value: '""' }],
);
/** Two administrators may change the set-up at the same time: they do it one after the other, until the end of the transaction. */
export const lockSetup = command(() => sql`select pg_advisory_xact_lock(hashtext('setup'))`);
const giveAddress = command(
  ({ address }: { address: string }) => sql`update storehouses set address = ${address}::jsonb
    where deleted_at is null and coalesce(address->>'streetName', '') = '' and (select count(*) from storehouses where deleted_at is null) = 1`,
  [{ address: '{}' }],
);

/** Stores a setting of the house. It may be missing: administrators can delete settings. */
export async function putSetting(tx: Db, key: string, value: unknown): Promise<void> {
  await lockSetup(tx);
  const stored = { key, value: JSON.stringify(value) };
  if ((await changeSetting.first(tx, stored)) === null) await addSetting(tx, stored);
}

/** The company by the settings `house.*`; empty where they are missing. */
export async function readCompany(tx: Db): Promise<StoredCompany> {
  const found = new Map((await readHouse(tx)).map(({ key, value }) => [key, value]));
  return StoredCompany.parse(Object.fromEntries(COMPANY_FIELDS.map((field) => [field, found.get(KEYS[field]) ?? ''])));
}

/**
 * Stores the company. A storehouse without a street gets its address, if it is the only one.
 * @throws DomainError InvalidInput for a VAT ID with wrong check digits
 */
export async function saveCompany(tx: Db, company: SetupCompany): Promise<void> {
  const faults = partyFaults({ vatId: company.vatId });
  if (faults.length > 0) throw invalid(faults);
  for (const field of COMPANY_FIELDS) await putSetting(tx, KEYS[field], company[field]);
  const { name, vatId: _vatId, bank: _bank, ...place } = company;
  const address: Address = { ...EMPTY_ADDRESS, ...place, name1: name.slice(0, 100) };
  await giveAddress(tx, { address: JSON.stringify(address) });
}
