import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ITEM_KINDS } from '#contract/catalog/items';
import { CalendarDate, Country, Currency, Grams, Id, Line } from '#contract/core/fields';
import { Amount, Quantity, UnitPrice } from '#contract/money/amount';
import { priceOf, roundedExact } from '#contract/trade/price';
import { type Rule, SCOPES } from '#contract/trade/rule';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { rulesOn } from './rules-on.ts';

const tags = ['priceRules'];
const Example = z.strictObject({
  categoryId: Id,
  merchantId: Id.nullable().default(null),
  /** A draft to try instead of the active tariff of the same merchant. */
  tariffId: Id.optional(),
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
    rule: Named.extend({ own: z.boolean(), mode: z.string(), per: z.enum(SCOPES), minAmount: Amount }),
    markup: Named.extend({ markup: z.int() }).nullable(),
    ties: z.array(Named),
    quantity: z.int(),
    parts: z.array(z.object({ from: z.int(), quantity: z.int(), unitPrice: UnitPrice })),
    /** What is missing to the minimum; the amount is with it. */
    topUp: z.int(),
    amount: z.int(),
  })
  .nullable();

/** Calculates an example with the stored rules: price, applied rule and calculation. Null if no rule applies. */
export function priceRuleRoutes(app: FastifyInstance, { db }: AppContext): void {
  const schema = { tags, body: Example, response: { 200: okSchema(Answer) } };
  app.post('/v0/priceRules/simulate', { config: { access: 'privilege:priceRules.read' }, schema }, async (request) => {
    const given = request.body as z.infer<typeof Example>;
    const rows = await rulesOn(db, given);
    const priced = priceOf(rows, given);
    const nameOf = ({ id }: Rule) => ({ id, name: rows.find((row) => row.id === id)?.name ?? '' });
    if (!priced) return ok(null);
    const { rule, markup, ties, quantity, parts, exact, topUp } = priced;
    return ok({
      quantity,
      parts,
      topUp,
      amount: roundedExact(exact, rule.currency) + topUp,
      rule: { ...nameOf(rule), own: rule.merchantId !== null, mode: rule.mode, per: rule.per, minAmount: rule.minAmount },
      ties: ties.map(nameOf),
      markup: markup && { ...nameOf(markup), markup: markup.markup },
    });
  });
}
