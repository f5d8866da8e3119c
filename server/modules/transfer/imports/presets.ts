import { countryCode } from '../../../core/http/countries.ts';
import type { LeftOut, Sheet } from '../../../core/spreadsheet/read-sheet.ts';

/** Reader for the file of a known program. It converts the file into plain rows and provides the mapping. */
export type Preset = {
  name: string;
  masks: string[];
  fits: (columns: string[]) => boolean;
  read: (sheet: Sheet) => Sheet;
  mapping: Record<string, string>;
};

const has = (columns: string[], ...wanted: string[]): boolean => wanted.every((name) => columns.includes(name));

const slug = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .toUpperCase();

/** Shop platforms use `Default Title` for products without options. */
const NO_OPTION = 'Default Title';

/**
 * Product export of a shop platform: one line per variant. Later variants leave the product's cells empty. Lines with neither variant nor
 * price only add a picture. If there is no SKU, one is built from handle and options.
 */
function readShopProducts({ columns, rows, numbers }: Sheet): Sheet {
  const at = new Map(columns.map((name, i) => [name, i]));
  const product = new Map<string, { title: string; vendor: string; type: string }>();
  const out: Sheet = { columns: ['sku', 'name', 'barcode', 'price', 'vendor', 'category', 'weight'], rows: [], numbers: [] };
  rows.forEach((row, i) => {
    const cell = (name: string): string => row[at.get(name) ?? -1]?.trim() ?? '';
    const handle = cell('Handle');
    const known = product.get(handle) ?? { title: '', vendor: '', type: '' };
    const own = { title: cell('Title') || known.title, vendor: cell('Vendor') || known.vendor, type: cell('Type') || known.type };
    product.set(handle, own);
    const options = [1, 2, 3].map((n) => cell(`Option${n} Value`)).filter((value) => value !== '' && value !== NO_OPTION);
    if (cell('Variant Price') === '' && cell('Variant SKU') === '' && options.length === 0) return;
    const sku = cell('Variant SKU') || [handle, ...options].map(slug).filter(Boolean).join('-').slice(0, 64);
    // Always grams; the unit column only affects how the shop displays the weight.
    const grams = Math.round(Number(cell('Variant Grams')) || 0);
    out.rows.push([
      sku,
      [own.title, ...options].join(' – '),
      cell('Variant Barcode').replace(/^'/, ''),
      cell('Variant Price'),
      own.vendor,
      own.type,
      grams > 0 ? `${grams} g` : '',
    ]);
    out.numbers.push(numbers[i] ?? i + 2);
  });
  return out;
}

/** A party list with a kind column: customers and suppliers in one file. */
const readParties =
  (kind: string) =>
  ({ columns, rows, numbers }: Sheet): Sheet => {
    const at = new Map(columns.map((name, i) => [name, i]));
    const keep = rows
      .map((row, i) => ({ row, number: numbers[i] ?? i + 2 }))
      .filter(({ row }) => row[at.get('kind') ?? -1]?.trim().toLowerCase() === kind);
    const cells = (row: string[]): string[] => {
      const cell = (name: string): string => row[at.get(name) ?? -1]?.trim() ?? '';
      return [
        cell('code'),
        cell('name'),
        cell('contact'),
        cell('street'),
        cell('city'),
        cell('region'),
        cell('zip'),
        countryCode(cell('country')),
        cell('phone'),
      ];
    };
    return {
      columns: ['code', 'name', 'contact', 'street', 'city', 'region', 'zip', 'country', 'phone'],
      rows: keep.map(({ row }) => cells(row)),
      numbers: keep.map(({ number }) => number),
    };
  };

const ORDER_COLUMNS = ['Name', 'Lineitem quantity', 'Lineitem sku'];
/**
 * Used columns of a shop's order export, and the columns they become. Street and names depend on further columns and are handled
 * separately.
 */
const ORDER_CELLS = [
  ['order', 'Name'],
  ['sku', 'Lineitem sku'],
  ['quantity', 'Lineitem quantity'],
  ['price', 'Lineitem price'],
  ['item', 'Lineitem name'],
  ['city', 'Shipping City'],
  ['zip', 'Shipping Zip'],
  ['region', 'Shipping Province'],
  ['country', 'Shipping Country'],
  ['phone', 'Shipping Phone'],
  ['email', 'Email'],
  ['notes', 'Notes'],
  ['shipping', 'Shipping Method'],
  ['id', 'Id'],
] as const;

type Cell = (name: string) => string;
/**
 * Why the shop no longer wants the order shipped; null if it does. Order columns are only filled on the first row of an order, so the
 * result applies to all its rows.
 */
function settledInShop(head: Cell): string | null {
  if (head('Cancelled at') !== '' || ['voided', 'refunded'].includes(head('Financial Status').toLowerCase())) return 'cancelledInShop';
  return head('Fulfillment Status').toLowerCase() === 'fulfilled' ? 'fulfilledInShop' : null;
}
/** Lines that the shop has already shipped. */
const sentByShop = (line: Cell): string | null =>
  line('Lineitem fulfillment status').toLowerCase() === 'fulfilled' ? 'fulfilledInShop' : null;

/** Converts `2026-11-02 09:00:00 +0000` to ISO; empty for an invalid time. */
function instantOf(text: string): string {
  const at = new Date(text.replace(/^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) ?([+-]\d\d):?(\d\d)$/, '$1T$2$3:$4'));
  return Number.isNaN(at.getTime()) ? '' : at.toISOString();
}

/**
 * Order export of a shop platform: one row per item; the first row of an order contains its head. Items without shipping (vouchers) are
 * left out. Orders that the shop has shipped or cancelled are left out too and listed in the report. The company comes before the person,
 * as carriers expect.
 */
function readShopOrders({ columns, rows, numbers }: Sheet): Sheet {
  const at = new Map(columns.map((name, i) => [name, i]));
  // A leading apostrophe protects zeros in spreadsheets.
  const cellOf =
    (row: string[]): Cell =>
    (name) =>
      (row[at.get(name) ?? -1] ?? '').trim().replace(/^'(?=[+\d])/, '');
  const leftOut: LeftOut[] = [];
  const settled = new Set<string>();
  const heads = new Map<string, Cell>();
  const out: Sheet = {
    columns: [...ORDER_CELLS.map(([name]) => name), 'name', 'person', 'street', 'ordered'],
    rows: [],
    numbers: [],
    leftOut,
  };
  rows.forEach((row, i) => {
    const line = cellOf(row);
    const [order, number] = [line('Name'), numbers[i] ?? i + 2];
    if (settled.has(order)) return;
    const whole = settledInShop(line);
    if (whole !== null) {
      settled.add(order);
      leftOut.push({ row: number, rule: whole, value: order });
      return;
    }
    const head = heads.get(order) ?? line;
    heads.set(order, head);
    if (line('Lineitem requires shipping').toLowerCase() === 'false') return;
    const sent = sentByShop(line);
    if (sent !== null) {
      leftOut.push({ row: number, rule: sent, value: `${order} ${line('Lineitem sku')}` });
      return;
    }
    // The head is on the first row, which may have been left out. A conflicting value on another row is reported later.
    const cell: Cell = (name) => line(name) || (name.startsWith('Lineitem') ? '' : head(name));
    const [company, person] = [cell('Shipping Company'), cell('Shipping Name')];
    const street = cell('Shipping Street') || [cell('Shipping Address1'), cell('Shipping Address2')].filter(Boolean).join(', ');
    out.rows.push([
      ...ORDER_CELLS.map(([, from]) => cell(from)),
      company || person,
      company && company !== person ? person : '',
      street,
      instantOf(cell('Created at')),
    ]);
    out.numbers.push(number);
  });
  return out;
}

const ORDER_MAPPING = {
  order: 'refOrderId',
  sku: 'lines.sku',
  quantity: 'lines.qty',
  price: 'lines.price',
  item: 'lines.name',
  city: 'consignee.city',
  zip: 'consignee.zip',
  region: 'consignee.addition',
  country: 'consignee.country',
  phone: 'consignee.phone',
  email: 'consignee.email',
  notes: 'remark',
  shipping: 'service',
  id: 'externalId',
  ordered: 'orderedAt',
  name: 'consignee.name1',
  person: 'consignee.name2',
  street: 'consignee.streetName',
};

const PARTY_MAPPING = {
  code: 'no',
  name: 'name',
  contact: 'contact',
  street: 'address.streetName',
  city: 'address.city',
  region: 'address.addition',
  zip: 'address.zip',
  country: 'address.country',
  phone: 'phone',
};
const PARTY_COLUMNS = ['kind', 'code', 'name', 'country'];

export const PRESETS: Preset[] = [
  {
    name: 'shopProducts',
    masks: ['wms.item.list', 'mEP.item.list'],
    fits: (columns) => has(columns, 'Handle', 'Title', 'Vendor', 'Variant Price'),
    read: readShopProducts,
    mapping: { sku: 'sku', name: 'name', barcode: 'barcode', price: 'price', vendor: 'supplierId', category: 'category', weight: 'weight' },
  },
  {
    name: 'shopOrders',
    masks: ['p11y.orders.list'],
    fits: (columns) => has(columns, ...ORDER_COLUMNS),
    read: readShopOrders,
    mapping: ORDER_MAPPING,
  },
  {
    name: 'partiesCustomers',
    masks: ['customer.list', 'crm.customer.list'],
    fits: (columns) => has(columns, ...PARTY_COLUMNS),
    read: readParties('customer'),
    mapping: PARTY_MAPPING,
  },
  {
    name: 'partiesSuppliers',
    masks: ['supplier.list'],
    fits: (columns) => has(columns, ...PARTY_COLUMNS),
    read: readParties('supplier'),
    mapping: PARTY_MAPPING,
  },
];
