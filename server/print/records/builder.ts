import { type SQL, sql } from 'drizzle-orm';
import { type Address, EMPTY_ADDRESS } from '#contract/fields';
import type { PrintOptions } from '#contract/print/call';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/client.ts';
import type { Actor } from '../../http/actor.ts';
import type { Values } from '../../http/area.ts';
import { rowsOf } from '../../http/select.ts';
import { textIn } from '../../http/texts.ts';

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

/** `house.name`, `house.vatId`, `house.bank` and `house.address.<part>` of the settings, as the office keeps them. */
export async function readHouse(tx: Db): Promise<House> {
  const rows = rowsOf(
    await tx.execute(sql`select key, value from settings where key like 'house.%' and deleted_at is null
      union all select 'zone', to_jsonb((select timezone from storehouses where deleted_at is null order by sort_at limit 1))`),
  );
  const known = new Map(rows.map((row) => [row['key'] as string, row['value']]));
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

export const all = async (tx: Db, statement: SQL): Promise<Values[]> => rowsOf(await tx.execute(statement));

/** An instant by the clock of a place, `YYYY-MM-DDTHH:mm`; `zone` is the SQL of its time zone, perhaps null. */
export const localSql = (instant: SQL, zone: SQL, house: House): SQL =>
  sql`to_char(${instant} at time zone coalesce(${zone}, ${house.zone}), 'YYYY-MM-DD"T"HH24:MI')`;

export const dayOf = (instant: unknown): string => (typeof instant === 'string' ? instant.slice(0, 10) : '');

/** An outside user's paper holds the own merchant's goods only, whatever else lies in the same box or on the same vehicle. */
export const onlyOwn = (actor: Actor, column: SQL): SQL =>
  actor.merchantId === null ? sql`true` : sql`${column} = ${actor.merchantId}::uuid`;

/** A name from the screens' texts in the languages asked for, side by side where they differ. */
export const nameIn = ({ locales }: PrintOptions, key: string): string =>
  [...new Set(locales.map((locale) => textIn(locale, key)))].join(' / ');

const isAddress = (address: Address): boolean => address.name1 !== '' || address.city !== '';
/** Who sends: the consignor of the order, else the house. */
export const senderOf = (house: House, consignor: unknown): Address => {
  const given = { ...EMPTY_ADDRESS, ...(consignor as Partial<Address> | null) };
  return isAddress(given) ? given : house.address;
};

/** '40 × 30 × 20 cm' of millimetres; empty unless all three are known. */
export function sizeOf({ length, width, height }: Values): string {
  const sides = [length, width, height].map((side) => (typeof side === 'number' && side > 0 ? String(side / 10) : ''));
  return sides.every(Boolean) ? `${sides.join(' × ')} cm` : '';
}

/** Cubic millimetres; null unless all three sides are known. */
export const volumeOf = ({ length, width, height }: Values): number | null =>
  [length, width, height].every((side) => typeof side === 'number' && side > 0) ? Number(length) * Number(width) * Number(height) : null;

/** The sum of what is known of all; null where one of them is not. */
export const wholeSum = (values: readonly (number | null | undefined)[]): number | null =>
  values.length > 0 && values.every((value) => typeof value === 'number')
    ? values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
    : null;

/** Texts side by side as far as a line of paper's data goes. */
export const joined = (texts: Iterable<string>, by = ', '): string => [...new Set(texts)].filter(Boolean).join(by).slice(0, 300);
