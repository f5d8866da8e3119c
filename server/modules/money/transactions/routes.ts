import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { CalendarDate, Currency, Id } from '#contract/core/fields';
import { monthDays } from '#contract/money/accountant-exports';
import { ACCOUNT_KINDS } from '#contract/money/accounts';
import { PERIOD_STATES } from '#contract/money/book-periods';
import { MONTH_END_CHECKS, ROUNDING_CAUSES } from '#contract/money/month-end';
import { EC_LIST_KINDS } from '#contract/money/tax';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError, invalid } from '../../../core/http/errors.ts';
import { actorOf } from '../../../core/http/session.ts';
import { accountName } from '../account-names.ts';
import { accountStatement, type Period, trialBalance } from '../ledger-reports.ts';
import { monthEnd } from '../month-end.ts';
import { ecSalesList, vatReturn } from '../vat-return.ts';

const Days = z.object({ from: CalendarDate, to: CalendarDate });
const Account = z.object({ accountId: Id, no: z.string(), name: z.string(), kind: z.enum(ACCOUNT_KINDS), currency: Currency });
const Balance = Account.extend({
  opening: z.int(),
  debit: z.int(),
  credit: z.int(),
  closing: z.int(),
  openingBase: z.int(),
  moved: z.int(),
  closingBase: z.int(),
});
const Line = z.object({
  id: Id,
  entryId: Id,
  bookedOn: z.string(),
  documentNo: z.string(),
  party: z.string(),
  text: z.string(),
  /** Numbers of the other accounts of the entry. */
  against: z.string(),
  debit: z.int(),
  credit: z.int(),
  balance: z.int(),
});
const Statement = Account.extend({ opening: z.int(), closing: z.int(), more: z.boolean(), lines: z.array(Line) });

const BoxFigure = z.object({
  box: z.string(),
  kind: z.enum(['base', 'tax', 'input']),
  amount: z.int(),
  tax: z.int().nullable(),
  codes: z.array(z.string()),
});
const VatReturn = z.object({
  figures: z.array(BoxFigure),
  due: z.int(),
  withoutBox: z.array(z.string()),
  reconciliation: z.object({
    accounts: z.int(),
    withoutCode: z.int(),
    otherPeriod: z.int(),
    bookedElsewhere: z.int(),
    unexplained: z.int(),
  }),
});
const EcSupply = z.object({ vatId: z.string(), party: z.string(), kind: z.enum(EC_LIST_KINDS), amount: z.int() });

const MonthEnd = z.object({
  month: z.object({ id: Id, state: z.enum(PERIOD_STATES), exports: z.int(), lastFile: z.string().nullable() }).nullable(),
  checks: z.array(z.object({ key: z.enum(MONTH_END_CHECKS), count: z.int() })),
  due: z.int(),
  unexplained: z.int(),
  sinceExport: z.object({ day: z.string().nullable(), due: z.int() }),
  rounding: z.array(z.object({ cause: z.enum(ROUNDING_CAUSES), amount: z.int(), count: z.int() })),
});

const checked = <T extends Period>(asked: T): T => {
  if (asked.to < asked.from) throw invalid([{ path: 'to', rule: 'beforeStart' }]);
  return asked;
};

/** Trial balance (and from it profit and loss), statement of an account, VAT return and EC sales list, for any period. */
export function ledgerRoutes(app: FastifyInstance, { db }: AppContext): void {
  const config = { access: 'privilege:transactions.read' } as const;
  app.get(
    '/v0/ledger/trialBalance',
    { config, schema: { tags: ['transactions'], querystring: Days, response: { 200: okSchema(z.array(Balance)) } } },
    async (request) => {
      const { locale } = actorOf(request);
      const rows = await trialBalance(db, checked(request.query as z.infer<typeof Days>));
      return ok(rows.map((row) => ({ ...row, name: accountName(row.name, locale) })));
    },
  );
  app.get(
    '/v0/ledger/vatReturn',
    { config, schema: { tags: ['transactions'], querystring: Days, response: { 200: okSchema(VatReturn) } } },
    async (request) => ok(await vatReturn(db, checked(request.query as z.infer<typeof Days>))),
  );
  app.get(
    '/v0/ledger/ecSales',
    { config, schema: { tags: ['transactions'], querystring: Days, response: { 200: okSchema(z.array(EcSupply)) } } },
    async (request) => ok(await ecSalesList(db, checked(request.query as z.infer<typeof Days>))),
  );
  app.get(
    '/v0/ledger/monthEnd',
    {
      config: { access: 'privilege:bookPeriods.read' },
      schema: { tags: ['transactions'], querystring: z.object({ month: CalendarDate }), response: { 200: okSchema(MonthEnd) } },
    },
    async (request) => ok(await monthEnd(db, monthDays((request.query as { month: string }).month))),
  );
  app.get(
    '/v0/ledger/statement',
    { config, schema: { tags: ['transactions'], querystring: Days.extend({ accountId: Id }), response: { 200: okSchema(Statement) } } },
    async (request) => {
      const found = await accountStatement(db, checked(request.query as z.infer<typeof Days> & { accountId: string }));
      if (!found) throw new DomainError('NotFound');
      return ok({ ...found, name: accountName(found.name, actorOf(request).locale) });
    },
  );
}
