import { sql } from 'drizzle-orm';
import type { Locale } from '#contract/core/limits';
import type { Db } from '../../core/db/client.ts';
import { inTransaction } from '../../core/db/retry.ts';
import { cell, command, statement } from '../../core/db/statement.ts';
import { notify, peopleWith, textFor } from '../support/index.ts';
import { cancelDrafts } from './cancel-drafts.ts';
import { lockReview, noteFindings } from './find-labels.ts';
import { labelFindings } from './label-findings/table.ts';
import { voidDue } from './labels.ts';
import type { CarrierContext } from './registry.ts';
import { labelReviews } from './tables.ts';
import { isVoiding, voidFound } from './void-found.ts';

/** Keeps the list of labels to check, and tells people once a day of what is new in it. */

/** Hour of the house's day at which it is looked. A node that did not run then looks at its start. */
const HOUR = 3;
/** Days for which runs are kept. */
const KEPT = 90;

const night = (at: ReturnType<typeof sql>) => sql`kontor_day(${at} - make_interval(hours => ${HOUR}))`;
const findReview = statement(
  { at: labelReviews.at },
  () => sql`select at from label_reviews where ${night(sql`at`)} = ${night(sql`now()`)} limit 1`,
);
const findNotified = statement(
  { at: labelReviews.at },
  () => sql`select at from label_reviews where told and kontor_day(at) = kontor_day(now()) limit 1`,
);
const countOpen = statement(
  { open: cell.integer, fresh: cell.integer },
  () =>
    sql`select count(*)::int as open, (count(*) filter (where told_at is null))::int as fresh from label_findings where state = 'open' and deleted_at is null`,
);
const markNotified = statement(
  { id: labelFindings.id },
  () => sql`update label_findings set told_at = clock_timestamp() where state = 'open' and told_at is null returning id`,
);
const writeReview = command(
  ({ open, told: notified }: { open: number; told: boolean }) =>
    sql`with old as (delete from label_reviews where at < now() - make_interval(days => ${KEPT}))
      insert into label_reviews (at, open, told) values (clock_timestamp(), ${open}::int, ${notified}::boolean)`,
  [{ open: 0, told: false }],
);

/** Finance opens the list under its own menu, the others under that of the warehouse. */
const LISTS = [
  { privilege: 'parcels.update', link: '/wms/label-findings' },
  { privilege: 'labelFindings.accept', link: '/accounting/label-findings' },
] as const;

async function notifyPeople(tx: Db, counted: { open: number; fresh: number }): Promise<void> {
  const params = { open: String(counted.open), fresh: String(counted.fresh) };
  const notified = new Set<string>();
  for (const { privilege, link } of LISTS) {
    const people = (await peopleWith(tx, privilege)).filter(({ id }) => !notified.has(id));
    for (const { id } of people) notified.add(id);
    await notify(tx, people, (locale: Locale) => ({
      title: textFor(locale, 'labelFindings.notifications.title', params),
      text: textFor(locale, 'labelFindings.notifications.text', params),
      type: 'warning',
      link,
    }));
  }
}

/** Looks through all labels. Of what is new people are told, together and once a day. */
export const reviewLabels = (db: Db): Promise<void> =>
  inTransaction(db, async (tx) => {
    await lockReview(tx);
    await noteFindings(tx);
    const counted = await countOpen.one(tx);
    const notified = counted.fresh > 0 && (await findNotified.first(tx)) === null;
    if (notified) {
      await markNotified(tx);
      await notifyPeople(tx, counted);
    }
    await writeReview(tx, { open: counted.open, told: notified });
  });

const refresh = (db: Db): Promise<void> =>
  inTransaction(db, async (tx) => {
    await lockReview(tx);
    await noteFindings(tx);
  });

/** Voids what people want voided. If it was not done since the last night, cancels unused drafts and looks through all labels. */
export async function keepFindings(context: CarrierContext): Promise<void> {
  const { db } = context;
  if (await isVoiding.first(db)) {
    // First those that were taken off their parcels.
    await voidDue(context);
    await voidFound(context);
    await refresh(db);
  }
  if (await findReview.first(db)) return;
  await cancelDrafts(context);
  await reviewLabels(db);
}
