import { type SQL, sql } from 'drizzle-orm';
import { type Address, EMPTY_ADDRESS } from '#contract/core/fields';
import type { PrintOptions } from '#contract/printing/call';
import { ACCOUNTS_KEY, bankText, type HouseAccount, readAccount } from '#contract/settings/house';
import type { Config } from '../../../core/config.ts';
import type { Db } from '../../../core/db/client.ts';
import { cell, orNull, statement } from '../../../core/db/statement.ts';
import type { Actor } from '../../../core/http/actor.ts';
import type { Values } from '../../../core/http/area.ts';
import { textIn } from '../../../core/http/texts.ts';

/** The house as printed on documents. `zone` is the time zone of the first storehouse, used for data without a storehouse. */
export type House = {
  name: string;
  /** Its name by the commercial register. */
  legalName: string;
  vatId: string;
  taxNo: string;
  registerCourt: string;
  registerNo: string;
  managers: string;
  /** What a business letter must state (§ 35a GmbHG): legal name, register and managers, in one line. */
  legal: string;
  bank: string;
  accounts: HouseAccount[];
  contact: { name: string; phone: string; email: string };
  address: Address;
  zone: string;
};

/** Input of a builder. `rows` are the requested rows as the actor may see them; `ids` contains each id once. */
export type Build = {
  tx: Db;
  config: Config;
  actor: Actor;
  house: House;
  options: PrintOptions;
  ids: string[];
  rows: Values[];
};
/** Builds unparsed records by row id, with a fixed number of statements for any number of rows. */
export type Builder = (build: Build) => Promise<Map<string, object>>;

const findSettings = statement(
  { key: cell.text, value: orNull(cell.jsonb<unknown>()) },
  () => sql`select key, value from settings where key like 'house.%' and deleted_at is null
      union all select 'zone', to_jsonb((select timezone from storehouses where deleted_at is null order by sort_at limit 1))`,
);
/** Current time in the time zone of the house. */
export const findNow = statement(
  { now: cell.text },
  ({ home }: { home: string }) => sql`select ${localSql(sql`now()`, sql`null`, home)} as now`,
);

/** The accounts of the house. Houses that only have the text `house.bank` have the account in it. */
function accountsOf(stored: unknown, bank: string, holder: string): HouseAccount[] {
  const rows = (Array.isArray(stored) ? stored : [stored]).flatMap((row) => (typeof row === 'string' ? (readAccount(row) ?? []) : []));
  if (rows.length > 0) return rows.map((row) => ({ ...row, holder: row.holder || holder }));
  const [iban = ''] = /[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?(?![A-Z0-9])/.exec(bank) ?? [];
  const [, bic = ''] = /\bBIC:? *([A-Z0-9]{8}(?:[A-Z0-9]{3})?)\b/.exec(bank) ?? [];
  return [readAccount(['EUR', iban, bic, holder].join(';')) ?? []].flat();
}

/** Reads the house from the settings `house.*` (contract/settings/house.ts). What is missing falls back to name and address. */
export async function readHouse(tx: Db): Promise<House> {
  const known = new Map((await findSettings(tx)).map(({ key, value }) => [key, value]));
  const text = (key: string): string => String(known.get(key) ?? '');
  const name = text('house.name');
  const legalName = text('house.legalName') || name;
  const accounts = accountsOf(known.get(ACCOUNTS_KEY), text('house.bank'), legalName);
  const [registerCourt, registerNo, managers] = [text('house.registerCourt'), text('house.registerNo'), text('house.managers')];
  const parts = Object.keys(EMPTY_ADDRESS).map((part) => [part, text(`house.address.${part}`)]);
  const address = Object.fromEntries(parts) as Address;
  return {
    name,
    legalName,
    vatId: text('house.vatId'),
    taxNo: text('house.taxNo'),
    registerCourt,
    registerNo,
    managers,
    legal: [legalName === name ? '' : legalName, registerCourt, registerNo, managers].filter(Boolean).join(' · '),
    bank: text('house.bank') || accounts.slice(0, 1).map(bankText).join(''),
    accounts,
    contact: {
      name: text('house.contact.name') || name,
      phone: text('house.contact.phone') || text('house.address.phone'),
      email: text('house.contact.email') || text('house.address.email'),
    },
    address: { ...address, name1: address.name1 || name },
    zone: text('zone') || 'Europe/Berlin',
  };
}

/** SQL for an instant in local time, `YYYY-MM-DDTHH:mm`. `zone` is SQL for a time zone and may be null; `home` is the zone of the house. */
export const localSql = (instant: SQL, zone: SQL, home: string): SQL =>
  sql`to_char(${instant} at time zone coalesce(${zone}, ${home}), 'YYYY-MM-DD"T"HH24:MI')`;

export const dayOf = (instant: string | null): string => (instant ?? '').slice(0, 10);

/** Condition: documents of outside users only contain goods of their own merchant. */
export const onlyOwn = (merchantId: string | null, column: SQL): SQL =>
  merchantId === null ? sql`true` : sql`${column} = ${merchantId}::uuid`;

/** A locale text in the requested languages, joined if they differ. */
export const nameIn = ({ locales }: PrintOptions, key: string): string =>
  [...new Set(locales.map((locale) => textIn(locale, key)))].join(' / ');

const isAddress = (address: Address): boolean => address.name1 !== '' || address.city !== '';
/** The sender: the consignor of the order, otherwise the house. */
export const senderOf = (house: House, consignor: Partial<Address> | null): Address => {
  const given = { ...EMPTY_ADDRESS, ...consignor };
  return isAddress(given) ? given : house.address;
};

type Sides = { length: number | null; width: number | null; height: number | null };
/** Formats millimetres as '40 × 30 × 20 cm'; empty unless all three sides are known. */
export function sizeOf({ length, width, height }: Sides): string {
  const sides = [length, width, height].map((side) => (side !== null && side > 0 ? String(side / 10) : ''));
  return sides.every(Boolean) ? `${sides.join(' × ')} cm` : '';
}

/** Cubic millimetres; null unless all three sides are known. */
export const volumeOf = ({ length, width, height }: Sides): number | null => (length && width && height ? length * width * height : null);

/** The sum, or null if one of the values is unknown. */
export const wholeSum = (values: readonly (number | null | undefined)[]): number | null =>
  values.length > 0 && values.every((value) => typeof value === 'number')
    ? values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
    : null;

/** Joins distinct texts, cut to 300 characters. */
export const joined = (texts: Iterable<string>, by = ', '): string => [...new Set(texts)].filter(Boolean).join(by).slice(0, 300);
