import { and, eq, isNull, sql } from 'drizzle-orm';
import { addDays, houseToday } from '#contract/core/house-day';
import type { Db } from '../../core/db/client.ts';
import { cell, command, orNull, statement } from '../../core/db/statement.ts';
import type { Actor } from '../../core/http/actor.ts';
import { DomainError } from '../../core/http/errors.ts';
import { tariffs } from './tariffs/table.ts';

type Tariff = typeof tariffs.$inferSelect;

/** Locks a tariff. @throws DomainError NotFound */
async function held(tx: Db, id: string): Promise<Tariff> {
  const [row] = await tx
    .select()
    .from(tariffs)
    .where(and(eq(tariffs.id, id), isNull(tariffs.deletedAt)))
    .for('update');
  if (!row) throw new DomainError('NotFound');
  return row;
}

const countRules = statement(
  { rules: cell.bigint },
  ({ id }: { id: string }) => sql`select count(*) as rules from price_rules where tariff_id = ${id}::uuid and deleted_at is null`,
);
/** Two that activate versions of the same tariff come one after the other (frozen-tariffs.sql takes the same lock). */
const lockSeries = command(
  ({ series }: { series: string }) => sql`select pg_advisory_xact_lock(hashtextextended('tariffs:' || ${series}::text, 0))`,
);
const endAt = command(
  ({ day, id }: { day: string; id: string }) =>
    sql`update tariffs set valid_to = ${day}::date, version = version + 1 where id = ${id}::uuid`,
);
const findBefore = statement(
  { id: tariffs.id },
  ({ merchantId, currency, day }: { merchantId: string | null; currency: string; day: string }) =>
    sql`select id from tariffs where status = 'active' and deleted_at is null and merchant_id is not distinct from ${merchantId}::uuid
      and currency = ${currency} and valid_from < ${day}::date and (valid_to is null or valid_to >= ${day}::date) for update`,
);
const findLater = statement(
  { id: tariffs.id },
  ({ merchantId, currency, day }: { merchantId: string | null; currency: string; day: string }) =>
    sql`select id from tariffs where status = 'active' and deleted_at is null and merchant_id is not distinct from ${merchantId}::uuid
      and currency = ${currency} and valid_from >= ${day}::date`,
);
const findEndedBy = statement(
  { id: tariffs.id },
  ({ merchantId, currency, day }: { merchantId: string | null; currency: string; day: string }) =>
    sql`select id from tariffs where status = 'active' and deleted_at is null and merchant_id is not distinct from ${merchantId}::uuid
      and currency = ${currency} and valid_to = ${day}::date for update`,
);
/** The last day that was billed at the prices which the tariff would replace; null if none was. */
const findBilled = statement(
  { until: orNull(cell.date) },
  ({ merchantId, currency }: { merchantId: string | null; currency: string }) =>
    sql`select max(r.period_to) as until from billing_run_merchants m join billing_runs r on r.id = m.run_id
      where m.posted_at is not null and m.currency = ${currency} and (${merchantId}::uuid is null or m.merchant_id = ${merchantId}::uuid)`,
);
const openEnd = command(({ id }: { id: string }) => sql`update tariffs set valid_to = null, version = version + 1 where id = ${id}::uuid`);

const seriesOf = ({ merchantId, currency }: Tariff): string => `${merchantId ?? ''}${currency}`;

/**
 * Activates a draft: from its first day on its rules are the prices, and neither they nor the tariff change any more. The version before ends
 * the day before. Activating again changes nothing.
 * @throws DomainError StateRefused without rules, if a version that begins later is active, or if days from its first one on were billed
 */
export async function activateTariff(tx: Db, actor: Actor, id: string): Promise<string> {
  const row = await held(tx, id);
  if (row.status === 'active') return id;
  if ((await countRules.one(tx, { id })).rules === 0) throw new DomainError('StateRefused', 'tariffs.refusals.empty');
  await lockSeries(tx, { series: seriesOf(row) });
  const { merchantId, currency, validFrom } = row;
  if (await findLater.first(tx, { merchantId, currency, day: validFrom }))
    throw new DomainError('StateRefused', 'tariffs.refusals.overlaps');
  const { until } = await findBilled.one(tx, { merchantId, currency });
  if (until !== null && until >= validFrom) throw new DomainError('StateRefused', 'tariffs.refusals.billed');
  const before = await findBefore.first(tx, { merchantId, currency, day: validFrom });
  if (before) await endAt(tx, { day: addDays(validFrom, -1), id: before.id });
  await tx
    .update(tariffs)
    .set({ status: 'active', validTo: null, activatedAt: new Date().toISOString(), activatedBy: actor.userId, version: sql`version + 1` })
    .where(eq(tariffs.id, id));
  return id;
}

/**
 * Makes an active tariff a draft again, which is possible before its first day; the version before goes on. Repeated, it changes nothing.
 * @throws DomainError StateRefused from its first day on
 */
export async function withdrawTariff(tx: Db, id: string): Promise<string> {
  const row = await held(tx, id);
  if (row.status === 'draft') return id;
  if (row.validFrom <= houseToday()) throw new DomainError('StateRefused', 'tariffs.refusals.frozen');
  await lockSeries(tx, { series: seriesOf(row) });
  await tx
    .update(tariffs)
    .set({ status: 'draft', validTo: null, activatedAt: null, activatedBy: null, version: sql`version + 1` })
    .where(eq(tariffs.id, id));
  const { merchantId, currency, validFrom } = row;
  const before = await findEndedBy.first(tx, { merchantId, currency, day: addDays(validFrom, -1) });
  if (before) await openEnd(tx, { id: before.id });
  return id;
}

const copyRules = command(
  ({
    from,
    to,
  }: {
    from: string;
    to: string;
  }) => sql`insert into price_rules (name, tariff_id, category_id, merchant_id, currency, mode, per, bands,
      countries, carrier_ids, zones, item_kinds, min_weight, max_weight, conditions, min_amount, step, markup, valid_from, valid_to)
    select name, ${to}::uuid, category_id, merchant_id, currency, mode, per, bands, countries, carrier_ids, zones, item_kinds, min_weight, max_weight, conditions,
      min_amount, step, markup, valid_from, valid_to from price_rules where tariff_id = ${from}::uuid and deleted_at is null order by sort_at, id`,
);

/** The first day of the month after `day`. */
const nextMonth = (day: string): string => {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
};

/** Copies a tariff with all its rules to a draft, the next version, from the first of next month on. @returns its id @throws DomainError NotFound */
export async function copyTariff(tx: Db, id: string): Promise<string> {
  const { name, merchantId, currency, revision, validFrom, note } = await held(tx, id);
  const [made] = await tx
    .insert(tariffs)
    .values({
      name,
      merchantId,
      currency,
      note,
      revision: revision + 1,
      replacesId: id,
      validFrom: nextMonth(validFrom > houseToday() ? validFrom : houseToday()),
    })
    .returning({ id: tariffs.id });
  if (!made) throw new Error('the copy of the tariff was not inserted');
  await copyRules(tx, { from: id, to: made.id });
  return made.id;
}
