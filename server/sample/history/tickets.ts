import { ticketDeadlines } from '#contract/support/deadlines';
import { DEFAULT_HOURS } from '#contract/support/opening-hours';
import { type Side, ticketState } from '#contract/support/ticket';
import { DAY, HOUR, MINUTE } from './days.ts';
import type { Order } from './model.ts';
import { iso } from './rows.ts';
import { type Ledger, merchantOf } from './stock-rows.ts';

/** Questions of merchants about orders, and what the house answered. */

/** Share of orders that somebody asks about. */
const SHARE = 0.021;
/** Oldest tickets are closed; those of the last days may wait for an answer. */
const SETTLED_AFTER = 3 * DAY;

type Template = { topic: string; weight: number; subject: string; text: string; answer: string; thanks: string };
const TEMPLATES: readonly Template[] = [
  {
    topic: 'delivery',
    weight: 34,
    subject: 'Where is {ref}?',
    text: 'The customer in {city} has been waiting since Monday, and the tracking page shows nothing new.',
    answer: '{carrier} had it in the wrong depot. It is on the van today.',
    thanks: 'It arrived, thank you.',
  },
  {
    topic: 'damage',
    weight: 22,
    subject: '{item} arrived broken',
    text: 'The customer of {ref} sent pictures: the box was crushed at one corner. Was it packed with corner pads?',
    answer: 'It left in one piece, with pads. We have reported it to {carrier}; please send us the pictures for the claim.',
    thanks: 'Sent. We ship a new one.',
  },
  {
    topic: 'return',
    weight: 18,
    subject: 'Return of {ref}',
    text: 'The customer says the parcel went back ten days ago. Has it reached you?',
    answer: 'It is on the returns table and is checked today.',
    thanks: 'Good, then we refund.',
  },
  {
    topic: 'stock',
    weight: 14,
    subject: 'Stock of {item}',
    text: 'Our shop shows three pieces less than your list. Can you count?',
    answer: 'Counted: the list is right. Three pieces are promised to orders of this morning.',
    thanks: '',
  },
  {
    topic: 'delivery',
    weight: 8,
    subject: 'Two orders to one address in {city}',
    text: '{ref} and a second order go to the same person. Could both travel in one parcel?',
    answer: 'The first one has left already. The second one follows tomorrow.',
    thanks: '',
  },
  {
    topic: 'other',
    weight: 4,
    subject: 'Flyer for {ref}',
    text: 'Please put the spring flyer into parcels to {city} from now on.',
    answer: 'The flyers lie at pack table 2.',
    thanks: 'Perfect.',
  },
];

const say = (text: string, order: Order): string =>
  text
    .replaceAll('{ref}', order.ref)
    .replaceAll('{city}', order.to.city)
    .replaceAll('{carrier}', order.carrier)
    .replaceAll('{item}', order.lines[0]?.item.name ?? '');

/** An instant moved into office hours, which a question does not need but an answer does. */
function inOffice(at: number): number {
  const hour = new Date(at).getUTCHours();
  if (hour < 7) return at + (7 - hour) * HOUR;
  return hour > 16 ? at + (31 - hour) * HOUR : at;
}

function addTicket(ledger: Ledger, order: Order, no: string, at: number, now: number): void {
  const { random, rows, house } = ledger;
  const template = random.weighted(TEMPLATES, ({ weight }) => weight);
  const priority = random.weighted(['urgent', 'normal', 'low'] as const, (one) => ({ urgent: 15, normal: 70, low: 15 })[one]);
  const id = random.uuid(at);
  const answeredAt = inOffice(at + random.int(25, 60 * 20) * MINUTE);
  const thankedAt = answeredAt + random.int(40, 60 * 9) * MINUTE;
  const words: { side: Side; at: number; text: string }[] = [
    { side: 'house', at: answeredAt, text: template.answer },
    ...(template.thanks && random.chance(0.7) ? [{ side: 'merchant' as const, at: thankedAt, text: template.thanks }] : []),
  ];
  const past = words.filter((one) => one.at < now);
  const last = past.at(-1);
  const closes = (last?.at ?? at) + random.int(30, 300) * MINUTE;
  const closedAt = last && closes < now && (now - at > SETTLED_AFTER || random.chance(0.5)) ? iso(closes) : null;
  const lastAt = last ? iso(last.at) : null;
  const state = ticketState({ openedBy: 'merchant', lastBy: last?.side ?? null, lastAt, closedAt });
  const entries = past.map((one) => ({ side: one.side, at: iso(one.at), event: null }));
  const due = ticketDeadlines({ openedBy: 'merchant', createdAt: iso(at), priority, state, entries }, DEFAULT_HOURS);
  rows.add('tickets', at, {
    id,
    no,
    merchant_id: merchantOf(ledger, order.profile.no).id,
    topic: template.topic,
    subject: say(template.subject, order),
    text: say(template.text, order),
    task_id: order.id,
    priority,
    state,
    state_since: closedAt ?? lastAt ?? iso(at),
    due_at: due.dueAt,
    solve_due_at: due.solveDueAt,
    messages: past.length,
    last_message_at: lastAt,
    closed_at: closedAt,
    opened_by: 'merchant',
  });
  for (const one of past)
    rows.add('ticket_messages', one.at, {
      id: random.uuid(one.at),
      ticket_id: id,
      at: iso(one.at),
      by: one.side === 'house' ? house.office.id : null,
      side: one.side,
      text: say(one.text, order),
    });
}

/** Rows of tickets, numbered from `first`. @returns the next number */
export function addTickets(ledger: Ledger, orders: readonly Order[], now: number, first: number): number {
  const { random } = ledger;
  const asked = orders.flatMap((order) => {
    if (!order.work || !random.chance(SHARE)) return [];
    const at = order.work.outAt + random.int(18, 150) * HOUR + random.int(0, 59) * MINUTE;
    return at < now ? [{ order, at }] : [];
  });
  for (const [i, { order, at }] of asked.toSorted((a, b) => a.at - b.at).entries()) addTicket(ledger, order, `TK-${first + i}`, at, now);
  return first + asked.length;
}
