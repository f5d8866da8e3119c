import { randomUUID } from 'node:crypto';
import { eq, isNotNull } from 'drizzle-orm';
import { addDays } from '#contract/core/house-day';
import type { Db } from '../core/db/client.ts';
import type { Actor } from '../core/http/actor.ts';
import { collections } from '../modules/freight/collections/table.ts';
import { transportQuotes } from '../modules/freight/transport-quotes/table.ts';
import { accounts } from '../modules/money/accounts/table.ts';
import { approveBill } from '../modules/money/bill.ts';
import { today } from '../modules/money/entry.ts';
import { postInvoice } from '../modules/money/post-invoice.ts';
import { taskLines } from '../modules/orders/task-lines/table.ts';
import { tasks } from '../modules/orders/tasks/table.ts';
import { suppliers } from '../modules/parties/suppliers/table.ts';
import { carriers } from '../modules/shipping/carriers/table.ts';
import { placeOrder } from '../modules/trade/purchase.ts';
import { purchaseOrders } from '../modules/trade/purchase-orders/table.ts';
import { acceptQuotation, declineQuotation, sendQuotation } from '../modules/trade/quotation.ts';
import { type Names, named, namesOf, scan } from './crew.ts';
import { actorOf, make } from './make.ts';

/** Quotations, purchase orders and bills of the sample, for the same merchants, goods and carriers as its orders. */

type Context = { tx: Db; names: Names; finance: Actor; now: string };
const MARKET = { DE: ['S', 1900], AT: ['AE', 0], CN: ['O', 0] } as const;
const line = (
  text: string,
  qty: number,
  price: number,
  [vatCategory, vatRate]: readonly [string, number] = MARKET.DE,
  more: object = {},
) => ({
  id: randomUUID(),
  text,
  qty: qty * 1000,
  unitPrice: Math.round(price * 10_000),
  vatCategory,
  vatRate,
  ...more,
});

/** merchant, subject, currency, days of validity, lines, progress */
const QUOTATIONS = [
  [
    'M-1003',
    'Storage of 40 pallets',
    'EUR',
    21,
    [line('Storage, per pallet and month', 40, 10.5, MARKET.AT), line('Receiving, per pallet', 40, 8.5, MARKET.AT)],
    'draft',
  ],
  [
    'M-1001',
    'Gift packing before Christmas',
    'EUR',
    10,
    [line('Packing as a gift, per parcel', 800, 1.2), line('Ribbon and paper', 800, 0.35)],
    'sent',
  ],
  ['M-1002', 'New labels on the lamps of TGHU8712349', 'USD', 14, [line('Relabelling, per piece', 560, 0.42, MARKET.CN)], 'accepted'],
  ['M-1001', 'Picking on Saturdays', 'EUR', 5, [line('Surcharge for a Saturday', 4, 180)], 'declined'],
] as const;

async function quote({ tx, names, finance, now }: Context): Promise<void> {
  for (const [merchant, subject, currency, days, lines, reach] of QUOTATIONS) {
    const body = { merchantId: named(names.merchants, merchant), subject, currency, validUntil: addDays(now, days), lines };
    const id = await make(tx, finance, 'quotations', body);
    if (reach !== 'draft') await sendQuotation(tx, id);
    if (reach === 'accepted') await acceptQuotation(tx, id);
    if (reach === 'declined') await declineQuotation(tx, id, 'Too dear for what leaves on a Saturday.');
  }
}

/** Suppliers of the house: number, name, contact, city, payment days */
const HOUSE_SUPPLIERS = [
  ['S-911', 'Wellpappe Nord GmbH', 'Ute Karton', 'Lübeck', 14],
  ['S-912', 'Etikett & Rolle KG', 'Rolf Band', 'Bremen', 30],
  ['S-913', 'Elbe Spedition GmbH', 'Carla Fahrt', 'Hamburg', 30],
] as const;

async function makeSuppliers({ tx, finance }: Context): Promise<Map<string, string>> {
  const made = new Map<string, string>();
  for (const [no, name, contact, city, paymentDays] of HOUSE_SUPPLIERS) {
    const address = {
      name1: name,
      name2: '',
      streetName: '',
      streetNumber: '',
      zip: '',
      city,
      country: 'DE',
      phone: '',
      email: '',
      addition: '',
    };
    made.set(name, await make(tx, finance, 'suppliers', { no, name, contact, address, paymentDays }));
  }
  await tx
    .update(carriers)
    .set({ supplierId: named(made, 'Elbe Spedition GmbH') })
    .where(eq(carriers.code, 'FORWARDER'));
  const theirs = await tx.select({ name: suppliers.name, id: suppliers.id }).from(suppliers).where(isNotNull(suppliers.merchantId));
  for (const { name, id } of theirs) made.set(name, id);
  return made;
}

/** supplier, merchant, days until delivery, reference, lines, progress */
const PURCHASES = [
  ['Etikett & Rolle KG', null, 9, '', [line('Pallet labels 100 × 150, roll', 20, 6.4)], 'draft'],
  [
    'Wellpappe Nord GmbH',
    null,
    3,
    'Cartons of the autumn',
    [line('Carton 400 × 300 × 200', 2000, 0.58), line('Carton 300 × 200 × 150', 1000, 0.41)],
    'ordered',
  ],
  [
    'Hanse Teekontor GmbH',
    'M-1001',
    2,
    'Winter teas',
    [
      line('Earl Grey tea, 250 g', 240, 3.1, MARKET.DE, { sku: 'TEE-EARL-250' }),
      line('Assam tea, 500 g', 120, 5.2, MARKET.DE, { sku: 'TEE-ASSAM-500' }),
    ],
    'ordered',
  ],
  ['Foshan Ceramics', 'M-1002', 0, 'Vases, second half', [line('Vase, large, celadon', 60, 8.9, MARKET.CN, { sku: 'VASE-L' })], 'arriving'],
] as const;

async function purchase({ tx, names, finance, now }: Context, from: ReadonlyMap<string, string>): Promise<void> {
  for (const [supplier, merchant, days, reference, lines, reach] of PURCHASES) {
    const merchantId = merchant === null ? null : named(names.merchants, merchant);
    const body = { supplierId: named(from, supplier), merchantId, expectedAt: addDays(now, days), reference, lines };
    const id = await make(tx, finance, 'purchaseOrders', body);
    if (reach === 'draft') continue;
    const { inboundId } = await placeOrder(tx, id, finance.userId);
    if (reach !== 'arriving' || inboundId === null) continue;
    const [goods] = await tx
      .select({ lineId: taskLines.id, itemId: taskLines.itemId, sku: taskLines.sku })
      .from(taskLines)
      .where(eq(taskLines.taskId, inboundId));
    if (!goods) continue;
    const act = {
      do: 'receive',
      taskId: inboundId,
      lineId: goods.lineId,
      itemId: goods.itemId,
      qty: 36,
      compartmentId: named(names.places, 'DOCK-1'),
      reason: '',
      lot: '',
      expiry: null,
      serial: '',
      condition: 'good',
    } as const;
    await scan(tx, names, 'ST-DOCK-1', 'receivingScan', [{ act, code: goods.sku }]);
  }
}

async function owe({ tx, finance, now }: Context, from: ReadonlyMap<string, string>): Promise<void> {
  const [order] = await tx
    .select({ id: purchaseOrders.id, lines: purchaseOrders.lines })
    .from(purchaseOrders)
    .where(eq(purchaseOrders.reference, 'Cartons of the autumn'));
  // One cent more than ordered, as an example for the three-way match.
  const dearer = line('Carton 400 × 300 × 200', 2000, 0.59, MARKET.DE, { ofLine: order?.lines[0]?.id });
  const bills = [
    {
      supplierId: named(from, 'Wellpappe Nord GmbH'),
      theirNo: 'WN-20871',
      purchaseOrderId: order?.id,
      ago: 2,
      theirTotal: 140_420,
      lines: [dearer],
    },
    {
      supplierId: named(from, 'Etikett & Rolle KG'),
      theirNo: '4711-09',
      ago: 24,
      theirTotal: 22_848,
      lines: [line('Shelf labels, roll', 30, 6.4)],
      approved: true,
    },
  ];
  for (const { ago, approved = false, ...bill } of bills) {
    const id = await make(tx, finance, 'bills', { ...bill, billDate: addDays(now, -ago) });
    if (approved) await approveBill(tx, id);
  }
}

/**
 * The maker of the labels stores its rolls with the house: it is a supplier and a customer, so what both owe can be set off.
 */
async function oweEachOther({ tx, finance, now }: Context): Promise<void> {
  const [, label] = HOUSE_SUPPLIERS;
  const [, name, contact, city] = label;
  const address = {
    name1: name,
    name2: '',
    streetName: 'Am Speicher',
    streetNumber: '7',
    zip: '28195',
    city,
    country: 'DE',
    phone: '',
    email: '',
    addition: '',
  };
  const customerId = await make(tx, finance, 'customers', { no: 'C-912', name, contact, address, paymentDays: 14 });
  const lines = [line('Storage of label rolls, pallets of a week', 24, 6.5)];
  const id = await make(tx, finance, 'invoices', { customerId, lines });
  await postInvoice(tx, id, addDays(now, -2));
}

/** Bills of the forwarder: one as agreed, one above its offer. */
async function carry({ tx, now }: Context): Promise<void> {
  const carrier = await actorOf(tx, 'carrier@kontor.example');
  const [fetched] = await tx
    .select({ no: collections.no })
    .from(collections)
    .where(eq(collections.kind, 'collectOrder'))
    .orderBy(collections.no)
    .limit(1);
  const [driven] = await tx
    .select({ no: tasks.no })
    .from(transportQuotes)
    .innerJoin(tasks, eq(tasks.id, transportQuotes.orderId))
    .orderBy(tasks.no)
    .limit(1);
  const bills = [
    { theirNo: 'ES-2201', order: fetched, text: 'Collection of tea pots', price: 98, theirTotal: 11_662, approved: true },
    { theirNo: 'ES-2202', order: driven, text: 'Freight to Valencia', price: 1180, theirTotal: 140_420, approved: false },
  ];
  for (const { order, text, price, approved, ...bill } of bills) {
    const lines = [line(text, 1, price, MARKET.DE, { orderNo: order?.no })];
    const id = await make(tx, carrier, 'bills', { ...bill, billDate: addDays(now, -3), lines });
    if (approved) await approveBill(tx, id, { reason: 'Paid in advance, as agreed' });
  }
}

/** code, name, kind */
const METHODS = [
  ['SEPA', 'SEPA transfer', 'transfer'],
  ['DEBIT', 'SEPA direct debit', 'directDebit'],
  ['CARD', 'Card', 'card'],
  ['SETOFF', 'Set-off', 'setOff'],
] as const;

/** Loads quotations, purchase orders and bills, with the same functions as real ones. Requires the sample's orders and services. */
export async function loadTrade(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    const finance = await actorOf(tx, 'finance@kontor.example');
    const context = { tx, finance, names: await namesOf(tx), now: await today(tx) };
    const [bank] = await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.no, '1200'));
    for (const [code, name, kind] of METHODS)
      await make(tx, finance, 'paymentMethods', { code, name, kind, accountId: kind === 'setOff' ? null : bank?.id });
    await quote(context);
    const from = await makeSuppliers(context);
    await purchase(context, from);
    await owe(context, from);
    await oweEachOther(context);
    await carry(context);
  });
}
