import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { CHANNEL_ORDER_STATES } from '#contract/channels/channel-orders';
import { MerchantOrder, MerchantOrderAnswer, MOST_ORDERS } from '#contract/channels/merchant-orders';
import { ERRORS } from '#contract/core/errors';
import { Id, Instant, Line } from '#contract/core/fields';
import type { Db } from '../../core/db/client.ts';
import { ok, okSchema } from '../../core/http/answers.ts';
import type { AppContext } from '../../core/http/context.ts';
import { DomainError, invalid, toDomainError } from '../../core/http/errors.ts';
import { actorOf } from '../../core/http/session.ts';
import { faultsOf } from '../../core/http/validate.ts';
import { asHouse, write } from '../../core/http/write.ts';
import { logCalls } from './call-log.ts';
import { programChannel } from './program-channel.ts';
import { cancelOrder, putOrder } from './put-order.ts';
import { readOrder, readOrders, readPage } from './read-orders.ts';

const tags = ['merchantOrders'];
const Params = z.object({ externalNo: Line(60, 1) });
/** Only a merchant with several channels for custom applications names one. */
const Query = z.object({ channel: Id.optional() });
const ListQuery = Query.extend({
  state: z.enum(CHANNEL_ORDER_STATES).optional(),
  updatedSince: Instant.optional(),
  after: Id.optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});
const One = okSchema(MerchantOrderAnswer);
const Page = okSchema(z.array(MerchantOrderAnswer)).extend({ next: z.string().nullable() });
const Numbered = MerchantOrder.extend({ externalNo: Line(60, 1) });
const BulkResult = z.object({
  index: z.int(),
  externalNo: z.string(),
  status: z.int(),
  code: z.string(),
  data: z.unknown(),
});
type BulkResult = z.infer<typeof BulkResult>;

const reading = { access: 'privilege:channelOrders.read', scope: 'orders.read' } as const;
const writing = { access: 'privilege:channelOrders.correct', scope: 'orders.write' } as const;

/** 201: new. 202: stored, but held, or its cancellation waits. 200: everything else. */
const statusOf = (outcome: string, { state }: MerchantOrderAnswer): 200 | 201 | 202 => {
  if (state === 'held' || state === 'cancelAsked') return 202;
  return outcome === 'created' ? 201 : 200;
};

/** Orders of merchants' programs. An order is known by the merchant's own number, so each call may be repeated. */
export function merchantOrderRoutes(app: FastifyInstance, context: AppContext): void {
  const { db } = context;
  const log = logCalls(context);
  const channelOf = (tx: Db, request: FastifyRequest) =>
    programChannel(tx, actorOf(request), (request.query as z.infer<typeof Query>).channel);
  const answerOf = async (tx: Db, id: string, request: FastifyRequest): Promise<MerchantOrderAnswer> => {
    const answer = (await readOrders(tx, [id], actorOf(request).locale)).get(id);
    if (!answer) throw new DomainError('NotFound');
    return answer;
  };

  app.put(
    '/v0/merchant-orders/:externalNo',
    {
      ...log,
      config: writing,
      schema: { tags, params: Params, querystring: Query, body: MerchantOrder, response: { 200: One, 201: One, 202: One } },
    },
    async (request, reply) => {
      const actor = actorOf(request);
      const { externalNo } = request.params as z.infer<typeof Params>;
      const order = request.body as MerchantOrder;
      const { outcome, answer } = await write(
        db,
        request,
        actor,
        async (tx) => {
          const put = await putOrder(tx, await channelOf(tx, request), { externalNo, order, by: actor.userId });
          return { outcome: put.outcome, answer: await answerOf(tx, put.id, request) };
        },
        { house: true },
      );
      return reply.code(statusOf(outcome, answer)).send(ok(answer));
    },
  );

  app.post(
    '/v0/merchant-orders/:externalNo/cancel',
    {
      ...log,
      config: writing,
      schema: {
        tags,
        params: Params,
        querystring: Query,
        body: z.strictObject({ reason: Line(500, 1) }),
        response: { 200: One, 202: One },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request);
      const { externalNo } = request.params as z.infer<typeof Params>;
      const { reason } = request.body as { reason: string };
      const answer = await write(
        db,
        request,
        actor,
        async (tx) => {
          const { id: channelId } = await channelOf(tx, request);
          return answerOf(tx, await cancelOrder(tx, { channelId, externalId: externalNo }, reason, actor.userId), request);
        },
        { house: true },
      );
      return reply.code(answer.state === 'cancelAsked' ? 202 : 200).send(ok(answer));
    },
  );

  app.get(
    '/v0/merchant-orders/:externalNo',
    { config: reading, schema: { tags, params: Params, querystring: Query, response: { 200: One } } },
    async (request) => {
      const { externalNo } = request.params as z.infer<typeof Params>;
      const { id } = await channelOf(db, request);
      const answer = await readOrder(db, id, externalNo, actorOf(request).locale);
      if (!answer) throw new DomainError('NotFound');
      return ok(answer);
    },
  );

  app.get(
    '/v0/merchant-orders',
    { config: reading, schema: { tags, querystring: ListQuery, response: { 200: Page } } },
    async (request) => {
      const { state = null, updatedSince: since = null, after = null, limit } = request.query as z.infer<typeof ListQuery>;
      const { id: channelId } = await channelOf(db, request);
      const { data, next } = await readPage(db, { channelId, state, since, after, limit }, actorOf(request).locale);
      return { ...ok(data), next };
    },
  );

  // Each line is a transaction of its own, so that a bad one stops no other. Repeating the call leaves what the first one left.
  app.put(
    '/v0/merchant-orders',
    {
      ...log,
      config: writing,
      schema: {
        tags,
        querystring: Query,
        body: z.array(z.unknown()).min(1).max(MOST_ORDERS),
        response: { 200: okSchema(z.array(BulkResult)) },
      },
    },
    async (request) => {
      const actor = actorOf(request);
      const channel = await channelOf(db, request);
      const putLine = async (line: unknown, index: number): Promise<BulkResult> => {
        const parsed = Numbered.safeParse(line);
        const externalNo = parsed.data?.externalNo ?? String((line as { externalNo?: unknown } | null)?.externalNo ?? '').slice(0, 60);
        try {
          if (!parsed.success) throw invalid(faultsOf(Numbered, line, ''));
          const { externalNo: no, ...order } = parsed.data;
          const { outcome, answer } = await asHouse(db, actor, request.id, async (tx) => {
            const put = await putOrder(tx, channel, { externalNo: no, order, by: actor.userId });
            return { outcome: put.outcome, answer: await answerOf(tx, put.id, request) };
          });
          const { state, reason, message, orderNo } = answer;
          return { index, externalNo, status: statusOf(outcome, answer), code: 'OK', data: { state, reason, message, orderNo } };
        } catch (error) {
          const known = toDomainError(error);
          if (!known) throw error;
          return { index, externalNo, status: ERRORS[known.code], code: known.code, data: known.data };
        }
      };
      const results: BulkResult[] = [];
      for (const [index, line] of (request.body as unknown[]).entries()) results.push(await putLine(line, index));
      return ok(results);
    },
  );
}
