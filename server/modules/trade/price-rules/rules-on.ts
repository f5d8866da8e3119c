import { and, eq, getTableColumns, gte, isNull, lte, or } from 'drizzle-orm';
import type { Currency } from '#contract/money/scale';
import type { Rule } from '#contract/trade/rule';
import type { Db } from '../../../core/db/client.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { tariffs } from '../tariffs/table.ts';
import { priceRules } from './table.ts';

type Wanted = { categoryId: string; merchantId: string | null; currency: Currency; date: string; tariffId?: string | undefined };

/**
 * The rules of the tariffs that are active on a day: those for everybody, and a merchant's own.
 * @param tariffId a draft to try: its rules join, and those of the active tariff of the same merchant stay away
 */
export async function rulesOn(db: Db, wanted: Wanted): Promise<(Rule & { name: string })[]> {
  const [tried] = wanted.tariffId ? await db.select().from(tariffs).where(eq(tariffs.id, wanted.tariffId)) : [];
  const isActive = and(
    eq(tariffs.status, 'active'),
    lte(tariffs.validFrom, wanted.date),
    or(isNull(tariffs.validTo), gte(tariffs.validTo, wanted.date)),
  );
  const rows = await db
    .select({ ...getTableColumns(priceRules), status: tariffs.status })
    .from(priceRules)
    .innerJoin(tariffs, eq(tariffs.id, priceRules.tariffId))
    .where(
      and(
        eq(priceRules.categoryId, wanted.categoryId),
        eq(priceRules.currency, wanted.currency),
        isNull(priceRules.deletedAt),
        isNull(tariffs.deletedAt),
        wanted.merchantId ? or(isNull(priceRules.merchantId), eq(priceRules.merchantId, wanted.merchantId)) : isNull(priceRules.merchantId),
        tried ? or(isActive, eq(tariffs.id, tried.id)) : isActive,
      ),
    );
  const replaced = (row: (typeof rows)[number]): boolean =>
    tried !== undefined && row.tariffId !== tried.id && row.merchantId === tried.merchantId;
  return rows.filter((row) => !replaced(row)) as (Rule & { name: string })[];
}

/**
 * The rules of all active tariffs, each with the days of its tariff as its own: with them any past day is priced as it was agreed.
 */
export async function activeRules(db: Db): Promise<(Rule & { tariffId: string })[]> {
  const rows = await db
    .select({ ...getTableColumns(priceRules), from: tariffs.validFrom, to: tariffs.validTo })
    .from(priceRules)
    .innerJoin(tariffs, eq(tariffs.id, priceRules.tariffId))
    .where(and(eq(tariffs.status, 'active'), isNull(priceRules.deletedAt), isNull(tariffs.deletedAt)));
  return rows.map(({ from, to, ...rule }) => ({
    ...(rule as Rule & { tariffId: string }),
    validFrom: rule.validFrom !== null && rule.validFrom > from ? rule.validFrom : from,
    validTo: to === null || (rule.validTo !== null && rule.validTo < to) ? rule.validTo : to,
  }));
}

/**
 * The rules of all days as if a tariff had been in force all the time, in place of the active ones of the same merchant and currency. Rules
 * that limit their own days keep them.
 * @throws DomainError NotFound
 */
export async function rulesWith(db: Db, tariffId: string): Promise<Rule[]> {
  const [tried] = await db
    .select()
    .from(tariffs)
    .where(and(eq(tariffs.id, tariffId), isNull(tariffs.deletedAt)));
  if (!tried) throw new DomainError('NotFound');
  const own = await db
    .select()
    .from(priceRules)
    .where(and(eq(priceRules.tariffId, tariffId), isNull(priceRules.deletedAt)));
  const others = (await activeRules(db)).filter(
    (rule) => rule.tariffId !== tariffId && (rule.merchantId !== tried.merchantId || rule.currency !== tried.currency),
  );
  return [...(own as Rule[]), ...others];
}
