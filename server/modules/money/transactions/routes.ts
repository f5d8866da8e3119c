import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { CalendarDate, Currency, Id } from '#contract/core/fields';
import { ACCOUNT_KINDS } from '#contract/money/accounts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError, invalid } from '../../../core/http/errors.ts';
import { accountStatement, type Period, trialBalance } from '../ledger-reports.ts';

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

const checked = <T extends Period>(asked: T): T => {
  if (asked.to < asked.from) throw invalid([{ path: 'to', rule: 'beforeStart' }]);
  return asked;
};

/** Trial balance (and from it profit and loss), and the statement of an account, for any period. */
export function ledgerRoutes(app: FastifyInstance, { db }: AppContext): void {
  const config = { access: 'privilege:transactions.read' } as const;
  app.get(
    '/v0/ledger/trialBalance',
    { config, schema: { tags: ['transactions'], querystring: Days, response: { 200: okSchema(z.array(Balance)) } } },
    async (request) => ok(await trialBalance(db, checked(request.query as z.infer<typeof Days>))),
  );
  app.get(
    '/v0/ledger/statement',
    { config, schema: { tags: ['transactions'], querystring: Days.extend({ accountId: Id }), response: { 200: okSchema(Statement) } } },
    async (request) => {
      const found = await accountStatement(db, checked(request.query as z.infer<typeof Days> & { accountId: string }));
      if (!found) throw new DomainError('NotFound');
      return ok(found);
    },
  );
}
