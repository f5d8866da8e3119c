import { type SQL, sql } from 'drizzle-orm';
import { type Address, EMPTY_ADDRESS } from '#contract/core/fields';
import type { PrintOptions } from '#contract/printing/call';
import type { Config } from '../../../core/config.ts';
import type { Db } from '../../../core/db/client.ts';
import { cell, orNull, statement } from '../../../core/db/statement.ts';
import type { Actor } from '../../../core/http/actor.ts';
import type { Values } from '../../../core/http/area.ts';
import { textIn } from '../../../core/http/texts.ts';

/** Who prints. `zone` is the clock of the first storehouse, for what belongs to none. */
type House = { name: string; vatId: string; bank: string; address: Address; zone: string };

/** What every document is built with. `rows` are the actor's own view of the asked rows; `ids` name each once. */
export type Build = {
  tx: Db;
  config: Config;
  actor: Actor;
  house: House;
  options: PrintOptions;
  ids: string[];
  rows: Values[];
};
/** Records by the id of their row, not parsed yet. A constant number of statements, however many rows. */
export type Builder = (build: Build) => Promise<Map<string, object>>;

const findSettings = statement(
  { key: cell.text, value: orNull(cell.jsonb<unknown>()) },
  () => sql`select key, value from settings where key like 'house.%' and deleted_at is null
      union all select 'zone', to_jsonb((select timezone from storehouses where deleted_at is null order by sort_at limit 1))`,
);
/** The time by the clock of the house. */
export const findNow = statement(
  { now: cell.text },
  ({ home }: { home: string }) => sql`select ${localSql(sql`now()`, sql`null`, home)} as now`,
);

/** `house.name`, `house.vatId`, `house.bank` and `house.address.<part>` of the settings, as the office keeps them. */
export async function readHouse(tx: Db): Promise<House> {
  const known = new Map((await findSettings(tx)).map(({ key, value }) => [key, value]));
  const text = (key: string): string => String(known.get(key) ?? '');
  const name = text('house.name');
  const parts = Object.keys(EMPTY_ADDRESS).map((part) => [part, text(`house.address.${part}`)]);
  const address = Object.fromEntries(parts) as Address;
  return {
    name,
    vatId: text('house.vatId'),
    bank: text('house.bank'),
    address: { ...address, name1: address.name1 || name },
    zone: text('zone') || 'Europe/Berlin',
  };
}

/** An instant by the clock of a place, `YYYY-MM-DDTHH:mm`; `zone` is the SQL of its time zone, perhaps null, `home` that of the house. */
export const localSql = (instant: SQL, zone: SQL, home: string): SQL =>
  sql`to_char(${instant} at time zone coalesce(${zone}, ${home}), 'YYYY-MM-DD"T"HH24:MI')`;

export const dayOf = (instant: string | null): string => (instant ?? '').slice(0, 10);

/** An outside user's paper holds the own merchant's goods only, whatever else lies in the same box or on the same vehicle. */
export const onlyOwn = (merchantId: string | null, column: SQL): SQL =>
  merchantId === null ? sql`true` : sql`${column} = ${merchantId}::uuid`;

/** A name from the screens' texts in the languages asked for, side by side where they differ. */
export const nameIn = ({ locales }: PrintOptions, key: string): string =>
  [...new Set(locales.map((locale) => textIn(locale, key)))].join(' / ');

const isAddress = (address: Address): boolean => address.name1 !== '' || address.city !== '';
/** Who sends: the consignor of the order, else the house. */
export const senderOf = (house: House, consignor: Partial<Address> | null): Address => {
  const given = { ...EMPTY_ADDRESS, ...consignor };
  return isAddress(given) ? given : house.address;
};

type Sides = { length: number | null; width: number | null; height: number | null };
/** '40 × 30 × 20 cm' of millimetres; empty unless all three are known. */
export function sizeOf({ length, width, height }: Sides): string {
  const sides = [length, width, height].map((side) => (side !== null && side > 0 ? String(side / 10) : ''));
  return sides.every(Boolean) ? `${sides.join(' × ')} cm` : '';
}

/** Cubic millimetres; null unless all three sides are known. */
export const volumeOf = ({ length, width, height }: Sides): number | null => (length && width && height ? length * width * height : null);

/** The sum of what is known of all; null where one of them is not. */
export const wholeSum = (values: readonly (number | null | undefined)[]): number | null =>
  values.length > 0 && values.every((value) => typeof value === 'number')
    ? values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
    : null;

/** Texts side by side as far as a line of paper's data goes. */
export const joined = (texts: Iterable<string>, by = ', '): string => [...new Set(texts)].filter(Boolean).join(by).slice(0, 300);
