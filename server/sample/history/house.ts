import type pg from 'pg';
import { USER_TYPES } from '#contract/access/users';
import { SAMPLE_ACCOUNTS } from '../accounts.ts';
import { ITEMS, SHELVES, STOREHOUSES } from '../business.ts';
import type { Ids } from '../ids.ts';
import { MERCHANTS } from '../merchants.ts';
import { CARRIERS, PLACES, STATIONS } from '../warehouse.ts';
import { FURTHER_ITEMS } from './assortment.ts';
import type { Crew, House, Person } from './model.ts';

/** People of the halls, who have an account but no password: name and what they do. */
const WORKERS: readonly (readonly [name: string, account: string, duty: keyof Crew])[] = [
  ['Aylin Demir', 'aylin.demir@kontor.example', 'pick'],
  ['Marek Zielinski', 'marek.zielinski@kontor.example', 'pick'],
  ['Birte Jensen', 'birte.jensen@kontor.example', 'pick'],
  ['Samuel Osei', 'samuel.osei@kontor.example', 'pick'],
  ['Nadja Petrova', 'nadja.petrova@kontor.example', 'pack'],
  ['Ines Carvalho', 'ines.carvalho@kontor.example', 'pack'],
  ['Thorsten Albers', 'thorsten.albers@kontor.example', 'pack'],
  ['Le Thi Hoa', 'le.thi.hoa@kontor.example', 'pack'],
];

/** Pallet places in hall P, in three aisles of sixteen: the shelves of hall A belong to the goods of today. */
const PALLETS = [1, 2, 3].flatMap((aisle) => Array.from({ length: 16 }, (_, i) => `P${aisle}-${String(i + 1).padStart(2, '0')}`));

/** The house that the history refers to, before it is stored. */
export function houseOf(ids: Ids): House {
  const byCode = (table: 'carriers' | 'compartments' | 'stations', codes: readonly string[]): Map<string, string> =>
    new Map(codes.map((code) => [code, ids(table, code)]));
  const people = (duty: keyof Crew): Person[] =>
    WORKERS.filter(([, , does]) => does === duty).map(([name, account]) => ({ id: ids('users', account), name }));
  const person = (role: string): Person => {
    const found = SAMPLE_ACCOUNTS.find((one) => one.role === role);
    if (!found) throw new Error(`the sample has no account ${role}`);
    return { id: ids('users', found.account), name: found.name };
  };
  const known = ITEMS.map(([merchant, sku, name, , category, price, grams, supplier]) => ({
    merchant,
    sku,
    name,
    category,
    price,
    grams,
    supplier,
  }));
  const further = FURTHER_ITEMS.map(({ merchant, sku, name, category, price, weight, supplier }) => ({
    merchant,
    sku,
    name,
    category,
    price,
    grams: weight,
    supplier,
  }));
  const [site] = STOREHOUSES;
  return {
    merchants: new Map(MERCHANTS.map(({ no, name }) => [no, { id: ids('merchants', no), name }])),
    carriers: byCode(
      'carriers',
      CARRIERS.map(([code]) => code),
    ),
    places: byCode('compartments', [...SHELVES, ...PLACES.map(([, code]) => code), ...PALLETS]),
    storehouse: { ...site.address, name1: site.name },
    stations: byCode(
      'stations',
      STATIONS.map(([code]) => code),
    ),
    items: new Map([...known, ...further].map((item) => [item.sku, { ...item, id: ids('items', item.sku) }])),
    crew: { pick: people('pick'), pack: people('pack'), dock: [person('warehouse'), ...people('pick').slice(-1)] },
    office: person('employee'),
    manager: person('manager'),
  };
}

/** Stores what only the history has: items with their barcodes as aliases, pallet places, and the people who work in the halls. */
export async function addToHouse(client: pg.ClientBase, ids: Ids): Promise<void> {
  await client.query(
    `with made as (insert into items (id, merchant_id, sku, name, barcode, category, price, currency, weight, supplier_id, origin)
       select n.id, m.id, n.sku, n.name, n.barcode, n.category, n.price, m.currency, n.weight, s.id, s.address->>'country'
       from jsonb_to_recordset($1::jsonb) as n(id uuid, merchant text, sku text, name text, barcode text, category text, price bigint, weight int, supplier text)
       join merchants m on m.no = n.merchant join suppliers s on s.name = n.supplier returning id, merchant_id, barcode)
     insert into item_aliases (code, kind, item_id, merchant_id) select barcode, 'ean', id, merchant_id from made`,
    [JSON.stringify(FURTHER_ITEMS.map((item) => ({ ...item, id: ids('items', item.sku) })))],
  );
  await client.query(
    `insert into compartments (id, warehouse_id, code, zone, kind, aisle, rack, level, slot, pick_order, max_weight)
     select n.id, (select id from warehouses where code = 'HH-P'), n.code, 'P', 'pallet', split_part(n.code, '-', 1), split_part(n.code, '-', 2), 'A', '1', 100 + row_number() over (order by n.code), 800000
     from jsonb_to_recordset($1::jsonb) as n(id uuid, code text)`,
    [JSON.stringify(PALLETS.map((code) => ({ id: ids('compartments', code), code })))],
  );
  await client.query(
    `insert into users (id, account, name, type, sample, role_ids) select w.id, w.account, w.name, $2, true, array(select id from roles where key = 'warehouse')
     from jsonb_to_recordset($1::jsonb) as w(id uuid, account text, name text)`,
    [JSON.stringify(WORKERS.map(([name, account]) => ({ id: ids('users', account), name, account }))), USER_TYPES.warehouse],
  );
}
