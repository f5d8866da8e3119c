import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Id, Line, Lines } from '#contract/core/fields';
import { RETURN_REASONS } from '#contract/orders/returns';
import { TASK_STATUS_NAMES } from '#contract/orders/statuses';
import type { Db } from '../../core/db/client.ts';
import { command, notNull, statement } from '../../core/db/statement.ts';
import { ok, okSchema } from '../../core/http/answers.ts';
import type { AppContext } from '../../core/http/context.ts';
import { DomainError } from '../../core/http/errors.ts';
import { actorOf } from '../../core/http/session.ts';
import { write } from '../../core/http/write.ts';
import { makeRetour } from '../orders/index.ts';
import { tasks } from '../orders/tasks/table.ts';
import { logCalls } from './call-log.ts';
import { channelOrders } from './channel-orders/table.ts';
import { programChannel } from './program-channel.ts';

const Params = z.object({ returnNo: Line(60, 1) });
const Query = z.object({ channel: Id.optional() });
const Body = z.strictObject({
  /** The merchant's number of the order whose pieces come back. */
  externalNo: Line(60, 1),
  lines: z
    .array(z.strictObject({ sku: Line(64, 1), qty: z.int().min(1).max(1_000_000), reason: z.enum(RETURN_REASONS) }))
    .min(1)
    .max(2000),
  trackingNo: Line(60).default(''),
  remark: Lines(2000).default(''),
});
const Answer = okSchema(z.object({ returnNo: z.string(), orderNo: z.string(), status: z.enum(TASK_STATUS_NAMES) }));

const lockNumber = command(
  ({ merchantId, returnNo }: { merchantId: string; returnNo: string }) =>
    sql`select pg_advisory_xact_lock(hashtextextended(${`return ${merchantId} ${returnNo}`}::text, 0))`,
  [{ merchantId: '', returnNo: '' }],
);
const findReturn = statement(
  { returnNo: tasks.retourNo, orderNo: tasks.no, status: tasks.status },
  ({ merchantId, returnNo }: { merchantId: string; returnNo: string }) =>
    sql`select retour_no as return_no, no as order_no, status from tasks where merchant_id = ${merchantId}::uuid and kind = 'retour' and retour_no = ${returnNo}`,
);
const findOrder = statement(
  { taskId: notNull(channelOrders.taskId) },
  ({ channelId, externalNo }: { channelId: string; externalNo: string }) =>
    sql`select task_id from channel_orders where channel_id = ${channelId}::uuid and external_id = ${externalNo} and task_id is not null`,
);

/** Returns that a merchant's program announces. The number is the merchant's own; the same number is one return. */
export function merchantReturnRoutes(app: FastifyInstance, context: AppContext): void {
  const announce = async (tx: Db, channelId: string, merchantId: string, returnNo: string, body: z.infer<typeof Body>, by: string) => {
    await lockNumber(tx, { merchantId, returnNo });
    const known = await findReturn.first(tx, { merchantId, returnNo });
    if (known) return { made: false, answer: known };
    const order = await findOrder.first(tx, { channelId, externalNo: body.externalNo });
    if (!order) throw new DomainError('NotFound');
    const { lines, remark, trackingNo } = body;
    await makeRetour(tx, order.taskId, { by, remark, trackingNo, bySku: lines, retourNo: returnNo });
    return { made: true, answer: await findReturn.one(tx, { merchantId, returnNo }) };
  };

  app.put(
    '/v0/merchant-returns/:returnNo',
    {
      ...logCalls(context),
      config: { access: 'privilege:tasks.retour', scope: 'returns.write' },
      schema: { tags: ['merchantReturns'], params: Params, querystring: Query, body: Body, response: { 200: Answer, 201: Answer } },
    },
    async (request, reply) => {
      const actor = actorOf(request);
      const { returnNo } = request.params as z.infer<typeof Params>;
      const { channel } = request.query as z.infer<typeof Query>;
      const body = request.body as z.infer<typeof Body>;
      const { made, answer } = await write(
        context.db,
        request,
        actor,
        async (tx) => {
          const { id, merchantId } = await programChannel(tx, actor, channel);
          return announce(tx, id, merchantId, returnNo, body, actor.userId);
        },
        { house: true },
      );
      return reply.code(made ? 201 : 200).send(ok(answer));
    },
  );
}
