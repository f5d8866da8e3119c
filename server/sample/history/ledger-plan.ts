import { addDays } from '#contract/core/house-day';
import type { Billed } from '#contract/money/circles';
import type { VatCategory } from '#contract/money/vat';
import { DAY, dateOf } from './days.ts';
import type { Plan } from './model.ts';
import type { Random } from './random.ts';

/** What the house charged its merchants and was charged itself, month by month, from the work that was done. */

/** `qty` in whole units, `price` in ten-thousandths of the currency. */
export type Priced = { text: string; qty: number; price: number; unit?: string };
export type InvoicePlan = {
  on: string;
  merchant: string;
  currency: Billed;
  vat: readonly [VatCategory, number];
  from: string;
  to: string;
  lines: Priced[];
  /** Day of the payment and its share of the sum; null if nothing was paid until now. */
  paid: { on: string; share: number } | null;
};
export type BillPlan = {
  on: string;
  supplier?: string;
  carrier?: string;
  theirNo: string;
  lines: Priced[];
  days: number;
  paidOn: string | null;
};
export type Month = { first: string; last: string; next: string };

/**
 * Pallets that stand in the house, days of payment after the due date, how a merchant is billed, and the share that is paid of invoices
 * counted back from the latest one: what is not named is paid in full.
 */
type Terms = {
  pallets: number;
  late: readonly [number, number];
  currency: Billed;
  vat: readonly [VatCategory, number];
  settled: Record<number, number>;
};
const TERMS: Record<string, Terms> = {
  'M-1001': { pallets: 150, late: [-3, 1], currency: 'EUR', vat: ['S', 1900], settled: {} },
  'M-1002': { pallets: 146, late: [2, 9], currency: 'USD', vat: ['O', 0], settled: { 3: 0 } },
  'M-1003': { pallets: 44, late: [3, 11], currency: 'EUR', vat: ['AE', 0], settled: { 1: 0, 2: 0.4 } },
};
const PAYMENT_DAYS = 14;

/** Months that have ended, oldest first. The first one began before the history. */
export function monthsOf({ today, orders }: Plan): Month[] {
  const months: Month[] = [];
  let first = `${dateOf(orders[0]?.at ?? 0).slice(0, 7)}-01`;
  for (;;) {
    const next = `${addDays(first, 32).slice(0, 7)}-01`;
    if (next > today) return months;
    months.push({ first, last: addDays(next, -1), next });
    first = next;
  }
}

/** Half months that have ended and that the history knows something of: merchants are billed on the 1st and on the 16th. */
export function halvesOf(plan: Plan): Month[] {
  const begins = dateOf(plan.orders[0]?.at ?? 0);
  const months = monthsOf(plan);
  const first = months.at(-1)?.next ?? `${begins.slice(0, 7)}-01`;
  const current = { first, last: '', next: `${addDays(first, 32).slice(0, 7)}-01` };
  return [...months, current]
    .flatMap(({ first: from, next }) => [
      { first: from, last: addDays(from, 14), next: addDays(from, 15) },
      { first: addDays(from, 15), last: addDays(next, -1), next },
    ])
    .filter(({ next }) => next > begins && next <= plan.today);
}

const daysIn = ({ first, next }: Month): number => Math.round((Date.parse(next) - Date.parse(first)) / DAY);
/** Scales what the history has of a month or half of one to the whole of it. */
function wholeMonth(month: Month, { today }: Plan, historyDays: number): number {
  const begins = addDays(today, -historyDays);
  if (begins <= month.first) return 1;
  return daysIn(month) / Math.max(1, Math.round((Date.parse(month.next) - Date.parse(begins)) / DAY));
}

function services(plan: Plan, month: Month, no: string, terms: Terms, scale: number): Priced[] {
  const within = (at: number): boolean => dateOf(at) >= month.first && dateOf(at) < month.next;
  const own = plan.orders.filter(({ profile, work }) => profile.no === no && work && within(work.outAt));
  const many = (n: number): number => Math.round(n * scale);
  const pieces = own.reduce((sum, { lines }) => sum + lines.reduce((all, { qty }) => all + qty, 0), 0);
  const parcels = own.reduce((sum, { work }) => sum + (work?.parcels.length ?? 0), 0);
  const backs = plan.returns.filter(({ order, arrivedAt }) => order.profile.no === no && arrivedAt !== null && within(arrivedAt)).length;
  const grams = plan.deliveries
    .filter(({ merchant, arrivedAt }) => merchant === no && within(arrivedAt))
    .reduce((sum, { lines }) => sum + lines.reduce((all, { item, qty }) => all + item.grams * qty, 0), 0);
  return [
    { text: 'Receiving, per pallet', qty: Math.ceil(grams / 350_000), price: 85_000 },
    { text: 'Storage, per pallet and day', qty: terms.pallets * daysIn(month), price: 3_500 },
    { text: 'Order handling', qty: many(own.length), price: 12_500 },
    { text: 'Picking, per piece', qty: many(pieces), price: 4_500 },
    { text: 'Transport label', qty: many(parcels), price: 425 },
    { text: 'Carriage of a parcel', qty: many(parcels), price: 48_900 },
    { text: 'Return, checked and put away', qty: many(backs), price: 19_500 },
  ].filter(({ qty }) => qty > 0);
}

function paymentOf(random: Random, today: string, issued: string, { late: [soonest, latest] }: Terms): InvoicePlan['paid'] {
  const on = addDays(issued, PAYMENT_DAYS + random.int(soonest, latest));
  return on < today ? { on, share: 1 } : null;
}

/** Invoices of one merchant for the services of half a month each. */
function ofServices(
  random: Random,
  plan: Plan,
  no: string,
  terms: Terms,
  historyDays: number,
): Omit<InvoicePlan, 'merchant' | 'currency' | 'vat'>[] {
  const halves = halvesOf(plan);
  return halves.map((half, i) => {
    const share = terms.settled[halves.length - 1 - i] ?? 1;
    const paid = paymentOf(random, plan.today, half.next, terms);
    const lines = services(plan, half, no, terms, wholeMonth(half, plan, historyDays));
    return { on: half.next, from: half.first, to: half.last, lines, paid: paid && share > 0 ? { ...paid, share } : null };
  });
}

/** Invoices of the services of each merchant, and one for each container that was emptied. */
export function invoicesOf(random: Random, plan: Plan, historyDays: number): InvoicePlan[] {
  const made: InvoicePlan[] = [];
  for (const [no, terms] of Object.entries(TERMS)) {
    const head = { merchant: no, currency: terms.currency, vat: terms.vat };
    for (const one of ofServices(random, plan, no, terms, historyDays)) made.push({ ...head, ...one });
    for (const { box, merchant, arrivedAt } of plan.deliveries) {
      const day = dateOf(arrivedAt);
      const on = addDays(day, 2);
      if (!box || merchant !== no || on >= plan.today) continue;
      const lines = [
        { text: `Devanning of container ${box.containerNo}`, qty: 1, price: 3_900_000 },
        { text: 'Drayage from Burchardkai', qty: 1, price: random.int(220, 310) * 10_000 },
      ];
      made.push({ ...head, on, from: day, to: day, lines, paid: paymentOf(random, plan.today, on, terms) });
    }
  }
  return made.toSorted((a, b) => a.on.localeCompare(b.on));
}

/** What carriers take for a parcel, in ten-thousandths of a euro. */
const RATES: Record<string, number> = { DHL: 29_900, DPD: 27_400, UPS: 33_800 };
/** Suppliers of the house: number, name, contact, city, payment days */
export const HISTORY_SUPPLIERS = [
  ['S-921', 'Speicherhof Immobilien GmbH', 'Henning Kruse', 'Hamburg', 10],
  ['S-922', 'Elbstrom Energie AG', 'Kundendienst', 'Hamburg', 14],
  ['S-923', 'Zeitarbeit Hansa GmbH', 'Mirja Holst', 'Hamburg', 14],
  ['S-924', 'Packmittel Wandsbek KG', 'Jörn Tietz', 'Hamburg', 30],
] as const;
const [RENT, POWER, STAFF, CARTONS] = HISTORY_SUPPLIERS.map(([, name]) => name) as [string, string, string, string];

/** Bills of carriers and suppliers that were approved until today. */
export function billsOf(random: Random, plan: Plan, historyDays: number): BillPlan[] {
  const bills: Omit<BillPlan, 'paidOn'>[] = [];
  for (const [n, month] of monthsOf(plan).entries()) {
    const scale = wholeMonth(month, plan, historyDays);
    const shipped = plan.orders.flatMap(({ carrier, work }) =>
      work && dateOf(work.outAt) >= month.first && dateOf(work.outAt) < month.next ? [{ carrier, work }] : [],
    );
    for (const [carrier, price] of Object.entries(RATES)) {
      const qty = Math.round(
        scale * shipped.filter((one) => one.carrier === carrier).reduce((sum, { work }) => sum + work.parcels.length, 0),
      );
      const lines = [{ text: `Parcels of ${month.first.slice(0, 7)}`, qty, price }];
      if (qty > 0) bills.push({ on: addDays(month.next, 3), carrier, theirNo: `${carrier}-${88_100 + n * 37}`, lines, days: 14 });
    }
    const cartons = Math.round((shipped.length * scale) / 100) * 100 + 200;
    const code = month.next.slice(2, 7).replace('-', '');
    bills.push(
      {
        on: month.next,
        supplier: RENT,
        theirNo: `M-${code}`,
        lines: [{ text: 'Rent of halls A and P', qty: 1, price: 19_800_000 }],
        days: 10,
      },
      {
        on: addDays(month.next, 8),
        supplier: POWER,
        theirNo: `77120-${code}`,
        lines: [{ text: 'Electricity', qty: random.int(2_300, 3_100), price: 2_480, unit: 'kWh' }],
        days: 14,
      },
      {
        on: addDays(month.next, 1),
        supplier: STAFF,
        theirNo: `ZH-${4_410 + n * 2}`,
        lines: [{ text: 'Helpers in the halls, hours', qty: random.int(44, 62), price: 232_000, unit: 'hour' }],
        days: 14,
      },
      {
        on: addDays(month.next, 5),
        supplier: CARTONS,
        theirNo: `R${20_871 + n * 63}`,
        lines: [{ text: 'Cartons, assorted', qty: cartons, price: 3_700 }],
        days: 30,
      },
    );
  }
  return bills
    .filter(({ on }) => on < plan.today)
    .map((bill) => {
      const paidOn = addDays(bill.on, bill.days - random.int(0, 2));
      return { ...bill, paidOn: paidOn < plan.today ? paidOn : null };
    })
    .toSorted((a, b) => a.on.localeCompare(b.on));
}
