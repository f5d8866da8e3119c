import { sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Id, Line } from '#contract/core/fields';
import { Condition, type StockCondition } from '#contract/scanning/commands';
import type { Db } from '../../../core/db/client.ts';
import { notNull, statement } from '../../../core/db/statement.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { actorOf } from '../../../core/http/session.ts';
import { write } from '../../../core/http/write.ts';
import { type Goods, inStock, OUTSIDE, postMove } from '../ledger.ts';
import { stockBalances } from './table.ts';

const Params = z.object({ id: Id });
const reason = Line(300, 1);
/** Pieces found (positive) or lost (negative). A difference instead of a new total, so that two simultaneous corrections both count. */
const Adjust = z.strictObject({ change: z.int().min(-1_000_000).max(1_000_000), reason });
const Grade = z.strictObject({ qty: z.int().min(1).max(1_000_000), condition: Condition, reason });
const tags = ['stockBalances'];

type Balance = Goods & { compartmentId: string; unitId: string | null; free: number };
const lockBalance = statement(
  {
    merchantId: stockBalances.merchantId,
    itemId: stockBalances.itemId,
    lot: stockBalances.lot,
    expiry: stockBalances.expiry,
    serial: stockBalances.serial,
    condition: stockBalances.condition,
    compartmentId: stockBalances.compartmentId,
    unitId: stockBalances.unitId,
    free: notNull(stockBalances.free),
  },
  ({ id }: { id: string }) =>
    sql`select merchant_id, item_id, lot, expiry, serial, condition, compartment_id, unit_id, free from stock_balances where id = ${id}::uuid for update`,
);

/** Manual corrections of stock. Both are ledger moves with a reason; reserved pieces are not changed. */
export function balanceRoutes(app: FastifyInstance, { db, jobs }: AppContext): void {
  const correct = async (request: FastifyRequest, run: (tx: Db, balance: Balance, by: string) => Promise<void>) => {
    const actor = actorOf(request);
    const { id } = request.params as { id: string };
    const answer = await write(db, request, actor, async (tx) => {
      const balance = await lockBalance.first(tx, { id });
      if (!balance) throw new DomainError('NotFound');
      await run(tx, balance, actor.userId);
      return ok({ id });
    });
    await jobs.send('tasks.allocate', {});
    return answer;
  };
  const Done = { 200: okSchema(z.object({ id: Id })) };
  const refuseMoreThan = (free: number, qty: number): void => {
    if (qty > free) throw new DomainError('StateRefused', 'stockBalances.refusals.held');
  };

  app.post(
    '/v0/stockBalances/:id/adjust',
    { config: { access: 'privilege:stockBalances.adjust' }, schema: { tags, params: Params, body: Adjust, response: Done } },
    (request) =>
      correct(request, async (tx, balance, userId) => {
        const { change, reason: why } = request.body as z.infer<typeof Adjust>;
        if (change === 0) throw new DomainError('StateRefused', 'stockBalances.refusals.nothing');
        if (balance.serial !== '' && change > 0) throw new DomainError('StateRefused', 'stockBalances.refusals.onePiece');
        refuseMoreThan(balance.free, -change);
        const here = inStock(balance.compartmentId, balance.unitId);
        const [from, to] = change > 0 ? [OUTSIDE.adjust, here] : [here, OUTSIDE.adjust];
        await postMove(tx, { ...balance, qty: Math.abs(change), from, to, reason: why, userId });
      }),
  );
  app.post(
    '/v0/stockBalances/:id/condition',
    { config: { access: 'privilege:stockBalances.adjust' }, schema: { tags, params: Params, body: Grade, response: Done } },
    (request) =>
      correct(request, async (tx, balance, userId) => {
        const { qty, condition, reason: why } = request.body as z.infer<typeof Grade> & { condition: StockCondition };
        if (condition === balance.condition) throw new DomainError('StateRefused', 'stockBalances.refusals.nothing');
        refuseMoreThan(balance.free, qty);
        const here = inStock(balance.compartmentId, balance.unitId);
        await postMove(tx, { ...balance, qty, toCondition: condition, from: here, to: here, reason: why, userId });
      }),
  );
}
