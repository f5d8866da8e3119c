import { and, eq, isNull, or } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ITEM_KINDS } from '#contract/catalog/items';
import { CalendarDate, Country, Currency, Grams, Id, Line } from '#contract/core/fields';
import { Amount, Quantity, UnitPrice } from '#contract/money/amount';
import { priceOf } from '#contract/trade/price';
import type { Rule } from '#contract/trade/rule';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { priceRules } from './table.ts';

const tags = ['priceRules'];
const Example = z.strictObject({
  categoryId: Id,
  merchantId: Id.nullable().default(null),
  currency: Currency,
  date: CalendarDate,
  quantity: Quantity,
  country: Country.optional(),
  carrierId: Id.optional(),
  zone: Line(20).optional(),
  itemKind: z.enum(ITEM_KINDS).optional(),
  weight: Grams.optional(),
});
const Named = z.object({ id: Id, name: z.string() });
const Answer = z
  .object({
    rule: Named.extend({ own: z.boolean(), mode: z.string(), minAmount: Amount }),
    markup: Named.extend({ markup: z.int() }).nullable(),
    quantity: z.int(),
    parts: z.array(z.object({ from: z.int(), quantity: z.int(), price: UnitPrice })),
    least: z.boolean(),
    amount: z.int(),
  })
  .nullable();

/** Calculates an example with the stored rules: price, applied rule and calculation. Null if no rule applies. */
export function priceRuleRoutes(app: FastifyInstance, { db }: AppContext): void {
  const schema = { tags, body: Example, response: { 200: okSchema(Answer) } };
  app.post('/v0/priceRules/simulate', { config: { access: 'privilege:priceRules.read' }, schema }, async (request) => {
    const given = request.body as z.infer<typeof Example>;
    const forWhom = given.merchantId
      ? or(isNull(priceRules.merchantId), eq(priceRules.merchantId, given.merchantId))
      : isNull(priceRules.merchantId);
    const rows = await db
      .select()
      .from(priceRules)
      .where(
        and(eq(priceRules.categoryId, given.categoryId), eq(priceRules.currency, given.currency), isNull(priceRules.deletedAt), forWhom),
      );
    const priced = priceOf(rows as Rule[], given);
    const nameOf = ({ id }: Rule) => ({ id, name: rows.find((row) => row.id === id)?.name ?? '' });
    if (!priced) return ok(null);
    const { rule, markup, ...rest } = priced;
    return ok({
      ...rest,
      rule: { ...nameOf(rule), own: rule.merchantId !== null, mode: rule.mode, minAmount: rule.minAmount },
      markup: markup && { ...nameOf(markup), markup: markup.markup },
    });
  });
}
