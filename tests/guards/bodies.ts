import { randomUUID } from 'node:crypto';
import { getTableName } from 'drizzle-orm';
import type { Pool } from 'pg';
import { z } from 'zod';
import { isContainer } from '#contract/core/barcode/check-digits';
import type { ServerArea, Values } from '../../server/core/http/area.ts';
import { references } from '../../server/core/http/list.ts';
import { AREAS } from '../../server/modules/index.ts';
import { addressOf } from '../support/address.ts';
import { germanIban } from '../support/bank-files.ts';
import { today } from '../support/books.ts';
import { exampleOf } from '../support/example-body.ts';
import type { TestServer } from '../support/server.ts';

/** The id of the first row of an area; and of a new row of one, made with this body over the example. */
type First = (area: string, where?: string) => Promise<string>;
export type MakeRow = (area: string, body: Values) => Promise<string>;
type Make = (first: First, makeRow: MakeRow) => Promise<Values> | Values;

const letters = (): string =>
  randomUUID()
    .replace(/[^a-f]/g, '')
    .padEnd(12, 'a');
const texts = (text: string) => ({ en: text, cn: text, de: text });

let bankAccounts = 0;
let rates = 1900;
let shifts = 0;
let leaves = 0;
let terms = 1900;
let runs = 1900;
/** The last figure of a container's number is a check digit (ISO 6346). */
function containerNo(): string {
  const start = `CSQU${Math.floor(Math.random() * 1_000_000)}`.padEnd(10, '0');
  const found = Array.from({ length: 10 }, (_, digit) => `${start}${digit}`).find((no) => isContainer(no));
  return found ?? containerNo();
}

/** What an example out of the schema lacks: formats of letters, and rules between fields. */
const BODIES: Record<string, Make> = {
  itemComponents: async (first, makeRow) => ({
    itemId: await makeRow('items', { kind: 'logical' }),
    componentId: await first('items', `kind = 'physical'`),
  }),
  users: () => ({ account: `${randomUUID()}@people.example` }),
  roles: () => ({ key: `r${letters()}`.slice(0, 40), name: texts('Role') }),
  privileges: () => ({ key: `guards.${letters()}` }),
  lookup: () => ({ domain: `d${letters()}`.slice(0, 40), code: 'A', text: texts('A') }),
  answerTemplates: () => ({ title: `Answer ${letters()}`.slice(0, 80), textEn: 'Thank you.' }),
  tax: () => ({ rate: 1900, country: 'DE' }),
  containers: () => ({ containerNo: containerNo() }),
  transportQuotes: () => ({ pieces: '4 × 120×80×100 cm, 300 kg', origin: addressOf(), destination: addressOf() }),
  collections: () => ({ pickup: addressOf(), pickupDate: '2030-01-07' }),
  priceRules: async (_, makeRow) => ({ tariffId: await makeRow('tariffs', {}), bands: [{ id: randomUUID(), from: 0, price: 1000 }] }),
  invoices: async (first) => ({ merchantId: await first('merchants') }),
  bills: async (first) => ({ supplierId: await first('suppliers') }),
  payments: async (first) => ({ merchantId: await first('merchants'), accountId: await first('accounts', `no = '1200'`), paidOn: today() }),
  manualEntries: async (first) => {
    const line = async (no: string, side: object) => ({ id: randomUUID(), accountId: await first('accounts', `no = '${no}'`), ...side });
    return { bookedOn: today(), lines: [await line('1200', { debit: 100 }), await line('1000', { credit: 100 })] };
  },
  bankAccounts: async (_, makeRow) => ({
    iban: germanIban('10020030', (bankAccounts += 1)),
    accountId: await makeRow('accounts', { kind: 'bank', currency: 'EUR', standard: false }),
  }),
  bankProfiles: () => ({ name: `Layout ${letters()}`, amount: 'Betrag' }),
  bankRules: async (first) => ({ name: `Rule ${letters()}`, text: letters(), accountId: await first('accounts', `no = '4970'`) }),
  carrierBillProfiles: () => ({ name: `List ${letters()}` }),
  workEntries: () => ({ minutes: 30, workedOn: today() }),
  // Terms and runs of one merchant never share a day.
  merchantTerms: () => ({ validFrom: `${(terms += 1)}-01-01`, validTo: `${terms}-12-31` }),
  billingRuns: () => ({ periodFrom: `${(runs += 1)}-01-01`, periodTo: `${runs}-12-31` }),
  dunningSchemes: () => ({ name: `Scheme ${letters()}`, levels: [{ id: randomUUID(), afterDays: 7 }] }),
  dunningHolds: async (first) => ({ kind: 'block', merchantId: await first('merchants'), reason: 'Asked for' }),
  baseRates: () => ({ validFrom: `${(rates += 1)}-01-01`, rate: 100 }),
  quotations: async (first) => ({ merchantId: await first('merchants') }),
  timeRequests: () => {
    const day = new Date(Date.UTC(2040, 0, (leaves += 1))).toISOString().slice(0, 10);
    return { kind: 'vacation', startDay: day, endDay: day };
  },
  attendances: () => {
    const day = new Date(Date.UTC(2020, 0, (shifts += 1))).toISOString().slice(0, 10);
    return { reason: 'forgot to clock in', startAt: `${day}T08:00:00.000Z`, endAt: `${day}T16:00:00.000Z` };
  },
};

/** Whether a field takes any text, and nothing but text. */
const takesText = ({ area: { write } }: ServerArea, key: string): boolean =>
  write.shape[key]?.safeParse('changed').success === true && !write.shape[key].safeParse(7).success;

const firstOf =
  (pool: Pool): First =>
  async (area, where = 'true') => {
    const target = AREAS.get(area);
    if (!target) throw new Error(area);
    const { rows } = await pool.query(
      `select id from "${getTableName(target.table)}" where deleted_at is null and ${where} order by sort_at limit 1`,
    );
    return rows[0]?.id;
  };

/** A body that makes a row of this area. */
export async function bodyOf({ pool }: TestServer, entry: ServerArea, makeRow: MakeRow): Promise<Values> {
  const first = firstOf(pool);
  const example = z
    .record(z.string(), z.unknown())
    .parse(exampleOf(z.toJSONSchema(entry.area.write, { io: 'input', unrepresentable: 'any' })));
  // Texts of any form differ from row to row, because some are unique.
  for (const key of Object.keys(example)) if (takesText(entry, key)) example[key] = letters().slice(0, 12);
  for (const { key, area, many } of references(entry)) if (!many && key in example) example[key] = await first(area);
  return { ...example, ...(await BODIES[entry.area.name]?.(first, makeRow)) };
}

/** What is changed where the first text of an area has a form of its own, or where there is none. */
const CHANGES: Record<string, Values> = {
  itemComponents: { qty: 7 },
  roles: { description: 'changed' },
  settings: { value: 'changed' },
  announcements: { title: texts('changed') },
  tasks: { remark: 'changed' },
  fxRates: { rate: 1_234_567 },
  offers: { price: 1_234 },
  baseRates: { rate: 250 },
};

/** A change that the area accepts. */
export function changeOf(entry: ServerArea): Values {
  const { name, title, search, write } = entry.area;
  const known = CHANGES[name];
  if (known) return known;
  const key = [...title, ...search, ...Object.keys(write.shape)].find((one) => takesText(entry, one));
  if (!key) throw new Error(`${name} has no text to change: say in CHANGES what is changed`);
  return { [key]: `changed ${letters().slice(0, 6)}` };
}

/** Columns of a row in areas where nobody makes one by the common call. */
const ROWS: Record<string, (first: First) => Promise<Values> | Values> = {
  files: () => ({ checksum: 'a'.repeat(64), visibility: 'intern' }),
  exports: () => ({ format: 'csv' }),
  carrierDisputes: () => ({ currency: 'EUR' }),
  imports: () => ({ file_id: 'a'.repeat(32) }),
  tasks: async (first) => ({ kind: 'inbound', status: 'receiptPending', merchant_id: await first('merchants') }),
};
export const columnsOf = async ({ pool }: TestServer, { area }: ServerArea): Promise<Values> =>
  (await ROWS[area.name]?.(firstOf(pool))) ?? {};
