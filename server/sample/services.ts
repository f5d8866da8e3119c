import { and, eq, sql } from 'drizzle-orm';
import { SAMPLE_SHOP } from '#contract/channels/sample-shop';
import { measure, readPieces } from '#contract/freight/pieces';
import type { Db } from '../core/db/client.ts';
import { channels } from '../modules/channels/channels/table.ts';
import { acceptOffer } from '../modules/freight/accept.ts';
import { collections } from '../modules/freight/collections/table.ts';
import { offers } from '../modules/freight/offers/table.ts';
import { askCarriers, countOffers } from '../modules/freight/offers.ts';
import { transportQuotes } from '../modules/freight/transport-quotes/table.ts';
import { ticketMessages, tickets } from '../modules/support/tickets/table.ts';
import { updateTicketState } from '../modules/support/tickets/update-state.ts';
import { loadChannelOrders } from './channel-orders.ts';
import { loadContainers } from './containers.ts';
import { type Names, named, namesOf } from './crew.ts';
import { dayFrom, newService } from './service.ts';

const place = (name1: string, streetName: string, streetNumber: string, zip: string, city: string, country: string) => ({
  name1,
  name2: '',
  streetName,
  streetNumber,
  zip,
  city,
  country,
  phone: '',
  email: '',
  addition: '',
});
/** Answers of carriers: code, cents, days, note. */
type Answer = readonly [carrier: string, price: number | null, days: number | null];
async function answer(tx: Db, names: Names, taskId: string, answers: readonly Answer[]): Promise<void> {
  await askCarriers(
    tx,
    taskId,
    answers.map(([carrier]) => named(names.carriers, carrier)),
  );
  for (const [carrier, price, transitDays] of answers)
    if (price !== null)
      await tx
        .update(offers)
        .set({ price, transitDays, state: 'offered', validUntil: dayFrom(14), pickupDate: dayFrom(3), answeredAt: sql`now()` })
        .where(sql`task_id = ${taskId}::uuid and carrier_id = ${named(names.carriers, carrier)}::uuid`);
  await countOffers(tx, taskId);
}

const NORTHWIND = place('Northwind Traders', 'Speicherstraße', '12', '20457', 'Hamburg', 'DE');
const HOUSE = place('Kontor Sample House', 'Köhlfleetdamm', '7', '21129', 'Hamburg', 'DE');
/** merchant, pieces, days until pickup, from, to, carriers with their answers, accepted carrier */
const FREIGHT = [
  [
    'M-1001',
    '6 × 120×80×110 cm, 280 kg, stackable\n1 × 240×60×40 cm, 45 kg',
    4,
    NORTHWIND,
    place('Boutique Lumière', 'Rue de la République', '8', '69002', 'Lyon', 'FR'),
    [
      ['FORWARDER', 68_400, 3],
      ['DPD', 91_250, 2],
      ['UPS', 84_000, 2],
      ['DHL', null, null],
    ],
    null,
  ],
  [
    'M-1002',
    '4 × 120×80×160 cm, 190 kg',
    2,
    HOUSE,
    place('Casa Bonita SL', 'Calle de la Paz', '9', '46003', 'Valencia', 'ES'),
    [
      ['FORWARDER', 112_000, 4],
      ['DHL', 139_000, 3],
    ],
    'FORWARDER',
  ],
  [
    'M-1003',
    '2 × 120×80×90 cm, 220 kg',
    6,
    place('Tiroler Bergkräuter KG', 'Swarovskistraße', '3', '6130', 'Schwaz', 'AT'),
    HOUSE,
    [['FORWARDER', null, null]],
    null,
  ],
] as const;

async function freight(tx: Db, names: Names): Promise<void> {
  for (const [merchant, pieces, days, origin, destination, answers, taken] of FREIGHT) {
    const { pieces: pieceCount, ...sums } = measure(readPieces(pieces), 'road');
    const head = await newService(tx, names, 'transportQuote', merchant);
    await tx.insert(transportQuotes).values({
      ...head,
      merchantId: named(names.merchants, merchant),
      pieces,
      pieceCount,
      ...sums,
      pickupDate: dayFrom(days),
      tailLift: true,
      origin,
      destination,
    });
    await answer(tx, names, head.id, answers);
    if (taken === null) continue;
    const carrierId = named(names.carriers, taken);
    const [offer] = await tx
      .select({ id: offers.id })
      .from(offers)
      .where(and(eq(offers.taskId, head.id), eq(offers.carrierId, carrierId)));
    if (offer) await acceptOffer(tx, offer.id, head.id, names.office);
  }
}

async function fetching(tx: Db, names: Names): Promise<void> {
  const merchantId = named(names.merchants, 'M-1001');
  const pickup = place('Hanse Teekontor GmbH', 'Am Sandtorkai', '4', '20457', 'Hamburg', 'DE');
  const rest = { merchantId, pickup, contact: 'Jan Petersen, +49 40 555 0170', timeFrom: '08:00', timeTo: '14:00' };
  const asked = await newService(tx, names, 'collectRequest', 'M-1001');
  await tx.insert(collections).values({
    ...asked,
    ...rest,
    goods: 'Earl Grey and Assam, on pallets',
    palletQty: 2,
    weight: 380_000,
    pickupDate: dayFrom(3),
    packingList: 'TEE-EARL-250 600\nTEE-ASSAM-500 200',
  });
  await answer(tx, names, asked.id, [
    ['FORWARDER', 14_500, 1],
    ['DPD', null, null],
  ]);
  const ordered = await newService(tx, names, 'collectOrder', 'M-1001', { carrierId: named(names.carriers, 'FORWARDER') });
  await tx.insert(collections).values({
    ...ordered,
    ...rest,
    kind: 'collectOrder',
    goods: 'Glass tea pots, fragile',
    palletQty: 1,
    weight: 140_000,
    pickupDate: dayFrom(1),
    carrierId: named(names.carriers, 'FORWARDER'),
    price: 9_800,
    packingList: 'TEE-KANNE-1L 96',
  });
}

/** merchant, topic, priority, subject, question, answers */
const QUESTIONS = [
  [
    'M-1001',
    'damage',
    'urgent',
    'Tea pots arrive broken',
    'Three customers got a broken glass tea pot this week. Can you pack them with more paper?',
    [],
  ],
  [
    'M-1002',
    'receiving',
    'normal',
    'Seal of TGHU8712349',
    'The forwarder says the seal was changed at customs. Do you have a picture?',
    [['house', 'Yes. Customs put on a new one, number DE5512. Shall we open the box?']],
  ],
  [
    'M-1001',
    'delivery',
    'normal',
    'Where shall the order of Ulla Voigt go?',
    'House number and postal code of order #1005 cannot be right.',
    [['house', 'DHL does not take the parcel without them. Can you ask your customer?']],
  ],
  [
    'M-1003',
    'billing',
    'low',
    'Storage in October',
    'Why did storage go up?',
    [
      ['house', 'You had four more pallets from the 12th on.'],
      ['merchant', 'I see, thank you.'],
    ],
  ],
] as const;

async function talk(tx: Db, names: Names): Promise<void> {
  for (const [n, [merchant, topic, priority, subject, text, answers]] of QUESTIONS.entries()) {
    const head = {
      no: `TK-${901 + n}`,
      merchantId: named(names.merchants, merchant),
      topic,
      priority,
      subject,
      text,
      openedBy: 'merchant' as const,
    };
    const [ticket] = await tx.insert(tickets).values(head).returning({ id: tickets.id });
    if (!ticket) continue;
    for (const [side, words] of answers)
      await tx.insert(ticketMessages).values({ ticketId: ticket.id, side, text: words, by: side === 'house' ? names.office : null });
    if (topic === 'billing') await tx.update(tickets).set({ closedAt: sql`clock_timestamp()` }).where(eq(tickets.id, ticket.id));
    await updateTicketState(tx, ticket.id);
  }
}

/** Loads containers, freight, collections, tickets and channels of the sample merchants, with the same functions as real ones. */
export async function loadServices(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    const names = await namesOf(tx);
    await loadContainers(tx, names);
    await freight(tx, names);
    await fetching(tx, names);
    await talk(tx, names);
    await tx.insert(channels).values([
      {
        merchantId: named(names.merchants, 'M-1001'),
        name: 'Northwind Tea Shop',
        kind: 'shopify',
        shop: 'northwind-tea.myshopify.com',
        mapping: { 'DHL Express': 'DHL' },
      },
      { merchantId: named(names.merchants, 'M-1001'), name: 'Shop to try', kind: 'woocommerce', shop: SAMPLE_SHOP, stockSync: true },
      { merchantId: named(names.merchants, 'M-1002'), name: 'Bright Home on eBay', kind: 'ebay' },
      { merchantId: named(names.merchants, 'M-1003'), name: 'Order files', kind: 'csv', state: 'connected' },
    ]);
    await loadChannelOrders(tx, named(names.merchants, 'M-1001'));
  });
}
