import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { EMPTY_ADDRESS } from '#contract/core/fields';
import { writeTaxCodes } from '../modules/settings/setup-defaults.ts';
import { loadMeters } from './billing.ts';
import type { Ids } from './ids.ts';
import { loadOffice } from './office.ts';
import { SAMPLE_SETTINGS } from './settings.ts';
import { loadSupport } from './support.ts';
import { loadWarehouse } from './warehouse.ts';

/** Sample data of a small fictitious business that covers all areas. */

type Client = pg.ClientBase;

const address = (streetName: string, streetNumber: string, zip: string, city: string, country: string) => ({
  ...EMPTY_ADDRESS,
  streetName,
  streetNumber,
  zip,
  city,
  country,
});

export const STOREHOUSES = [
  {
    code: 'HH',
    name: 'Hamburg Waltershof',
    address: address('Köhlfleetdamm', '7', '21129', 'Hamburg', 'DE'),
    contact: 'Willi Lager',
    phone: '+49 40 555 0100',
  },
  {
    code: 'DU',
    name: 'Duisburg Logport',
    address: address('Bliersheimer Straße', '80', '47229', 'Duisburg', 'DE'),
    contact: 'Olga Rhein',
    phone: '+49 203 555 0110',
  },
] as const;

const WAREHOUSES = [
  { site: 'HH', code: 'HH-A', name: 'Hall A, parcels', kind: 'shelving' },
  { site: 'HH', code: 'HH-P', name: 'Hall P, pallets', kind: 'pallet' },
  { site: 'HH', code: 'HH-R', name: 'Returns', kind: 'returns' },
  { site: 'DU', code: 'DU-1', name: 'Rhine shed 1', kind: 'block' },
] as const;

const SUPPLIERS = [
  ['M-1001', 'Hanse Teekontor GmbH', 'Jan Petersen', 'Hamburg', 'DE'],
  ['M-1001', 'Nordsee Feinkost eG', 'Silke Brandt', 'Cuxhaven', 'DE'],
  ['M-1002', 'Ningbo Lamp Works', 'Zhao Min', 'Ningbo', 'CN'],
  ['M-1002', 'Foshan Ceramics', 'Liu Yan', 'Foshan', 'CN'],
  ['M-1003', 'Tiroler Bergkräuter KG', 'Toni Moser', 'Schwaz', 'AT'],
] as const;

/** Minimum stock of some items, by SKU, so that Home has something to warn of. */
const MIN_STOCK: Readonly<Record<string, number>> = {
  'TEE-EARL-250': 100,
  'TEE-ASSAM-500': 80,
  'TEE-KANNE-1L': 40,
  'FISCH-MATJES': 60,
  'LAMP-DESK-W': 10,
  'HONIG-500': 50,
};

/** merchant, SKU, name, barcode, category, price in cents, grams, supplier, serial mode */
export const ITEMS = [
  ['M-1001', 'TEE-EARL-250', 'Earl Grey tea, 250 g', '4012345000016', 'Tea', 890, 280, 'Hanse Teekontor GmbH', 'none'],
  ['M-1001', 'TEE-ASSAM-500', 'Assam tea, 500 g', '4012345000023', 'Tea', 1490, 540, 'Hanse Teekontor GmbH', 'none'],
  ['M-1001', 'TEE-KANNE-1L', 'Tea pot, glass, 1 l', '4012345000030', 'Kitchen', 3450, 910, 'Hanse Teekontor GmbH', 'none'],
  ['M-1001', 'FISCH-SPROTTE', 'Kiel sprats in oil, 120 g', '4012345000047', 'Food', 420, 165, 'Nordsee Feinkost eG', 'none'],
  ['M-1001', 'FISCH-MATJES', 'Matjes fillets, 400 g', '4012345000054', 'Food', 690, 430, 'Nordsee Feinkost eG', 'none'],
  ['M-1002', 'LAMP-DESK-W', 'Desk lamp, white', '6901234000011', 'Lighting', 2999, 1250, 'Ningbo Lamp Works', 'full'],
  ['M-1002', 'LAMP-DESK-B', 'Desk lamp, black', '6901234000028', 'Lighting', 2999, 1250, 'Ningbo Lamp Works', 'full'],
  ['M-1002', 'LAMP-FLOOR', 'Floor lamp, oak', '6901234000035', 'Lighting', 8900, 5400, 'Ningbo Lamp Works', 'outOnly'],
  ['M-1002', 'VASE-S', 'Vase, small, celadon', '6901234000042', 'Decoration', 1590, 620, 'Foshan Ceramics', 'none'],
  ['M-1002', 'VASE-L', 'Vase, large, celadon', '6901234000059', 'Decoration', 3290, 1980, 'Foshan Ceramics', 'none'],
  ['M-1003', 'KRAUT-MINZE', 'Mountain mint, 50 g', '9012345000019', 'Tea', 540, 70, 'Tiroler Bergkräuter KG', 'none'],
  ['M-1003', 'HONIG-500', 'Alpine honey, 500 g', '9012345000026', 'Food', 1150, 780, 'Tiroler Bergkräuter KG', 'none'],
] as const;

const CUSTOMERS = [
  ['M-1001', 'Café Elbblick', 'Hanna Voss', 'Hamburg', 'DE'],
  ['M-1001', 'Boutique Lumière', 'Claire Dubois', 'Lyon', 'FR'],
  ['M-1002', 'Wohnideen Krämer', 'Paul Krämer', 'Köln', 'DE'],
  ['M-1002', 'Casa Bonita SL', 'Lucía Ramos', 'Valencia', 'ES'],
  ['M-1003', 'Reformhaus Sonnental', 'Greta Sonntag', 'München', 'DE'],
] as const;

/** Of the house, and foreign rates: code, name, country, rate. */
const TAX_CODES = ['DE19', 'DE7', 'EU0', 'EXPORT'];
const FOREIGN_TAXES = [
  ['AT20', 'Austria, standard', 'AT', 2000],
  ['FR20', 'France, standard', 'FR', 2000],
] as const;

/** code, name, unit, texts, bands in thousandths of the unit and ten-thousandths of a euro */
const PRICES = [
  ['RECEIVE', 'Receiving', 'pallet', ['Receiving, per pallet', '收货（托盘）', 'Wareneingang je Palette'], [[0, 85_000]]],
  [
    'STORE',
    'Storage',
    'palletDay',
    ['Storage, per pallet and day', '仓储（托盘·天）', 'Lagerung je Palette und Tag'],
    [
      [0, 3500],
      [1_000_000, 2900],
    ],
  ],
  [
    'PICK',
    'Picking',
    'piece',
    ['Picking, per piece', '拣货（件）', 'Kommissionierung je Stück'],
    [
      [0, 4500],
      [1_000_000, 3800],
      [10_000_000, 3200],
    ],
  ],
  ['ORDER', 'Order handling', 'order', ['Order handling', '订单处理', 'Auftragsabwicklung'], [[0, 12_500]]],
  ['LABEL', 'Label', 'label', ['Transport label', '运输面单', 'Versandetikett'], [[0, 425]]],
  ['SHIP', 'Parcel carriage', 'parcel', ['Carriage of a parcel', '包裹运费', 'Paketversand'], [[0, 48_900]]],
  ['RETURN', 'Return', 'return', ['Return, checked and put away', '退货检验上架', 'Retoure, geprüft und eingelagert'], [[0, 19_500]]],
] as const;

const REASONS = [
  ['shortReason', 'damaged', 'Damaged', '损坏', 'Beschädigt', '#b91c1c'],
  ['shortReason', 'missing', 'Not at its place', '库位无货', 'Nicht am Platz', '#b45309'],
  ['returnReason', 'unwanted', 'Not wanted', '不想要', 'Gefällt nicht', '#64748b'],
  ['returnReason', 'defect', 'Defective', '有缺陷', 'Defekt', '#b91c1c'],
] as const;

const WELCOME = {
  title: { en: 'Welcome to the sample house', cn: '欢迎来到示例仓库', de: 'Willkommen im Musterhaus' },
  text: {
    en: 'This is sample data. You can try anything: import a file, edit a mask, print a label.',
    cn: '这是演示数据，可以放心试用：导入文件、编辑界面模板或打印标签。',
    de: 'Das sind Beispieldaten. Sie können alles ausprobieren: eine Datei importieren, eine Maske ändern, ein Etikett drucken.',
  },
};

const merchantId = `(select id from merchants where no = $1)`;

/** Shelves of hall A: four aisles of five racks with three levels, sixty places. */
export const SHELVES = [1, 2, 3, 4].flatMap((aisle) =>
  [1, 2, 3, 4, 5].flatMap((rack) => ['A', 'B', 'C'].map((level) => `0${aisle}-0${rack}-${level}`)),
);

async function places(client: Client, ids: Ids): Promise<void> {
  for (const { code, name, address: place, contact, phone } of STOREHOUSES)
    await client.query('insert into storehouses (code, name, address, contact, phone) values ($1, $2, $3, $4, $5)', [
      code,
      name,
      JSON.stringify(place),
      contact,
      phone,
    ]);
  for (const { site, code, name, kind } of WAREHOUSES)
    await client.query(
      'insert into warehouses (storehouse_id, code, name, kind) values ((select id from storehouses where code = $1), $2, $3, $4)',
      [site, code, name, kind],
    );
  // Numbered in walking order: up one aisle, down the next.
  await client.query(
    `insert into compartments (id, warehouse_id, code, zone, aisle, rack, level, slot, pick_order, max_weight)
     select n.id, (select id from warehouses where code = 'HH-A'), code, 'A', aisle, rack, level, '1',
       row_number() over (order by aisle, case when aisle::int % 2 = 1 then rack::int else -rack::int end, level), 50000
     from jsonb_to_recordset($1::jsonb) as n(id uuid, code text), lateral (select split_part(code, '-', 1) as aisle, split_part(code, '-', 2) as rack, split_part(code, '-', 3) as level) s`,
    [JSON.stringify(SHELVES.map((code) => ({ id: ids('compartments', code), code })))],
  );
}

async function trade(client: Client, ids: Ids): Promise<void> {
  for (const [i, [merchant, name, contact, city, country]] of SUPPLIERS.entries())
    await client.query(`insert into suppliers (merchant_id, no, name, contact, address) values (${merchantId}, $2, $3, $4, $5)`, [
      merchant,
      `S-${901 + i}`,
      name,
      contact,
      JSON.stringify(address('', '', '', city, country)),
    ]);
  for (const [i, [merchant, name, contact, city, country]] of CUSTOMERS.entries())
    await client.query(`insert into customers (merchant_id, no, name, contact, address) values (${merchantId}, $2, $3, $4, $5)`, [
      merchant,
      `C-${901 + i}`,
      name,
      contact,
      JSON.stringify(address('', '', '', city, country)),
    ]);
  for (const [merchant, sku, name, barcode, category, price, weight, supplier, serialMode] of ITEMS) {
    const id = ids('items', sku);
    await client.query(
      `insert into items (merchant_id, sku, name, barcode, category, price, currency, weight, supplier_id, serial_mode, origin, min_stock, id)
       values (${merchantId}, $2, $3, $4, $5, $6, (select currency from merchants where no = $1), $7, (select id from suppliers where name = $8), $9, (select address->>'country' from suppliers where name = $8), $10, $11)`,
      [merchant, sku, name, barcode, category, price, weight, supplier, serialMode, MIN_STOCK[sku] ?? null, id],
    );
    await client.query(`insert into item_aliases (code, kind, item_id, merchant_id) values ($2, 'ean', $3, ${merchantId})`, [
      merchant,
      barcode,
      id,
    ]);
  }
}

/** @param merchant number of the merchant that it is for; null: for everybody */
async function draftTariff(client: Client, name: string, merchant: string | null): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `insert into tariffs (name, merchant_id, valid_from) select $1, (select id from merchants where no = $2), '2026-01-01' returning id`,
    [name, merchant],
  );
  return rows[0]?.id ?? '';
}

async function office(client: Client): Promise<void> {
  await writeTaxCodes(client, TAX_CODES);
  for (const row of FOREIGN_TAXES) await client.query('insert into tax (code, name, country, rate) values ($1, $2, $3, $4)', [...row]);
  const base = await draftTariff(client, 'Base prices', null);
  for (const [i, [code, name, unit, [en, cn, de], bands]] of PRICES.entries()) {
    await client.query(
      `with c as (insert into quotation_categories (code, name, unit, text, position, tax_id) values ($1, $2, $3, $4, $5, (select id from tax where code = 'DE19')) returning id)
       insert into price_rules (name, tariff_id, category_id, bands, per) select $2, $8, id, $6, $7 from c`,
      [
        code,
        name,
        unit,
        JSON.stringify({ en, cn, de }),
        i,
        JSON.stringify(bands.map(([from, price]) => ({ id: randomUUID(), from, price }))),
        // Nobody stores 1,000 pallet-days on a day: bands of storage count the month.
        unit === 'palletDay' ? 'month' : 'fact',
        base,
      ],
    );
  }
  await client.query(
    `insert into price_rules (name, tariff_id, category_id, merchant_id, markup)
     select 'Picking, five per cent off', $1, c.id, m.id, -500 from quotation_categories c, merchants m where c.code = 'PICK' and m.no = 'M-1001'`,
    [await draftTariff(client, 'Agreed prices', 'M-1001')],
  );
  await loadMeters(client, base);
  await client.query(`update tariffs set status = 'active', activated_at = now()`);
  for (const [i, [domain, code, en, cn, de, color]] of REASONS.entries())
    await client.query('insert into lookup (domain, code, text, color, position) values ($1, $2, $3, $4, $5)', [
      domain,
      code,
      JSON.stringify({ en, cn, de }),
      color,
      i,
    ]);
  await client.query('insert into announcements (title, text, subject) values ($1, $2, $3)', [
    JSON.stringify(WELCOME.title),
    JSON.stringify(WELCOME.text),
    WELCOME.title.en,
  ]);
  await client.query(
    `insert into printers (name, kind, queue, media_width, media_height, location) values ('Label printer 1', 'zpl', 'ZD421-1', 100, 150, 'Pack table 1'), ('Office laser', 'pdf', 'LaserJet-2', 210, 297, 'Office')`,
  );
  await client.query(
    `insert into duties (code, name, description) values ('PICK', 'Picking', 'Fetches goods by picklist'), ('PACK', 'Packing', 'Packs and labels parcels'), ('RECV', 'Receiving', 'Takes in containers and pallets')`,
  );
  await client.query(
    `insert into classes (code, name, description, duty_ids) values ('EARLY', 'Early shift', '06:00 to 14:00', array(select id from duties where code in ('PICK', 'PACK'))), ('LATE', 'Late shift', '14:00 to 22:00', array(select id from duties))`,
  );
  for (const [key, value, open] of SAMPLE_SETTINGS)
    await client.query('insert into settings (key, value, public) values ($1, $2, $3)', [key, JSON.stringify(value), open]);
}

export async function loadBusiness(client: Client, ids: Ids): Promise<void> {
  await places(client, ids);
  await trade(client, ids);
  await office(client);
  await loadOffice(client);
  await loadSupport(client);
  await loadWarehouse(client, ids);
}
