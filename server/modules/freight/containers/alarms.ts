import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../core/db/client.ts';
import { statement } from '../../../core/db/statement.ts';
import { notify, peopleOfMerchant, peopleOfRole, textFor } from '../../support/index.ts';
import { containers } from './table.ts';

/** Days before the last free day. A truck is ordered a day ahead, and the terminal gives out its slots a day before that. */
const AHEAD = 2;

/** `marks` keeps the day that the alarm was given for, so that it comes once, and again if the day is moved. */
const KINDS = {
  demurrage: {
    day: sql`last_free_day`,
    marks: sql`demurrage_alarm`,
    runs: sql`arrived_at is not null and picked_up_at is null and status <> 'finish'`,
  },
  detention: { day: sql`empty_due`, marks: sql`detention_alarm`, runs: sql`returned_at is null` },
} as const;
type Kind = keyof typeof KINDS;

const markDue = statement(
  {
    id: containers.id,
    merchantId: containers.merchantId,
    containerNo: containers.containerNo,
    lastFreeDay: containers.lastFreeDay,
    emptyDue: containers.emptyDue,
  },
  ({ day, marks, runs }: { day: SQL; marks: SQL; runs: SQL }) => sql`update containers set ${marks} = ${day}
    where deleted_at is null and ${runs} and ${day} <= kontor_day() + ${AHEAD}::int and ${marks} is distinct from ${day}
    returning id, merchant_id, container_no, last_free_day, empty_due`,
  Object.values(KINDS),
);

/** Tells the office and the merchant, once, of each container whose free days end within two days. Several nodes may run it at once. */
export async function notifyFreeDays(db: Db): Promise<void> {
  for (const kind of Object.keys(KINDS) as Kind[])
    await db.transaction(async (tx) => {
      for (const { id, merchantId, containerNo, lastFreeDay, emptyDue } of await markDue(tx, KINDS[kind])) {
        const params = { container: containerNo, date: (kind === 'demurrage' ? lastFreeDay : emptyDue) ?? '' };
        const people = [...(await peopleOfRole(tx, 'employee')), ...(await peopleOfMerchant(tx, merchantId))];
        await notify(tx, people, (locale) => ({
          title: textFor(locale, `containers.notifications.${kind}Title`, params),
          text: textFor(locale, `containers.notifications.${kind}Text`, params),
          type: 'warning',
          link: `/c7r/orders/${id}`,
        }));
      }
    });
}
