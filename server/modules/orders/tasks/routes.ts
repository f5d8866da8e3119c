import { sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Address, Id, Lines } from '#contract/core/fields';
import { COMMAND_NAMES, COMMANDS, type CommandName } from '#contract/orders/actions';
import { ReturnLine } from '#contract/orders/returns';
import { BLOCKER_KINDS } from '#contract/orders/statuses';
import { NewTask } from '#contract/orders/tasks';
import type { Db } from '../../../core/db/client.ts';
import { statement } from '../../../core/db/statement.ts';
import { type Actor, isStaff, requirePrivilege } from '../../../core/http/actor.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError, invalid, toDomainError } from '../../../core/http/errors.ts';
import { selectRows } from '../../../core/http/select.ts';
import { actorOf } from '../../../core/http/session.ts';
import { write } from '../../../core/http/write.ts';
import { allocate, waitingFor } from '../allocate.ts';
import { runCommand } from '../commands.ts';
import { createTask } from '../create.ts';
import { OrderHistory, readOrderHistory } from '../order-history.ts';
import { registerReturnCalls } from './return-routes.ts';
import { registerScanLog } from './scan-log.ts';
import { tasks } from './table.ts';

const Command = z.enum(COMMAND_NAMES as [CommandName, ...CommandName[]]);
const Given = {
  reason: Lines(500).optional(),
  blocker: z.enum(BLOCKER_KINDS).optional(),
  address: Address.optional(),
  /** Of `requestRetour`: the pieces that come back. */
  lines: z.array(ReturnLine).min(1).max(2000).optional(),
};
const Body = z.strictObject(Given).nullish();
const Bulk = z.strictObject({ ids: z.array(Id).min(1).max(1000), ...Given });
const Params = z.object({ id: Id, command: Command });
type Given = z.infer<typeof Bulk>;
const tags = ['tasks'];

const findNumber = statement(
  { id: tasks.id, no: tasks.no },
  ({ id }: { id: string }) => sql`select id, no from tasks where id = ${id}::uuid`,
);

/** Task calls besides lists: creation, commands, history, and the two calls of point 7 of the specification. */
export function taskRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, areas, jobs } = context;
  const entry = () => areas.get('tasks') ?? missing();

  app.post(
    '/v0/tasks',
    {
      config: { access: 'privilege:tasks.create' },
      schema: { tags, body: NewTask, response: { 200: okSchema(z.object({ id: Id, no: z.string() })) } },
    },
    (request) => {
      const actor = actorOf(request);
      const body = request.body as z.infer<typeof NewTask>;
      if (actor.merchantId !== null && body.merchantId !== actor.merchantId) throw invalid([{ path: 'merchantId', rule: 'reference' }]);
      return write(db, request, actor, async (tx) => {
        const merchants = areas.get('merchants') ?? missing();
        if ((await selectRows(tx, areas, merchants, actor, [body.merchantId], { trash: false })).length === 0)
          throw invalid([{ path: 'merchantId', rule: 'reference' }]);
        if (body.parentId !== null && (await selectRows(tx, areas, entry(), actor, [body.parentId])).length === 0)
          throw invalid([{ path: 'parentId', rule: 'reference' }]);
        await tx.execute(sql`select set_config('role', 'none', true)`);
        const id = await createTask(tx, body, actor.userId);
        return ok(await findNumber.one(tx, { id }));
      });
    },
  );

  /**
   * Users outside the house may only run commands of their audience, on rows in their scope. The effects then run with the rights of the
   * house.
   */
  async function run(tx: Db, actor: Actor, id: string, command: CommandName, given: Omit<Given, 'ids'>): Promise<void> {
    const spec = COMMANDS[command];
    if (!(spec.audience as readonly string[]).includes(isStaff(actor) ? 'staff' : 'merchant')) throw new DomainError('NotAllowed', command);
    const reason = given.reason?.trim() ?? '';
    if (spec.reason === 'required' && reason === '') throw invalid([{ path: 'reason', rule: 'required' }]);
    const [row] = await selectRows(tx, areas, entry(), actor, [id]);
    if (!row) throw new DomainError('NotFound');
    await tx.execute(sql`select set_config('role', 'none', true)`);
    await runCommand(tx, id, command, { ...given, reason, by: actor.userId });
  }
  const allowed = (request: FastifyRequest, command: CommandName): Actor => {
    const actor = actorOf(request);
    requirePrivilege(actor, `tasks.${COMMANDS[command].privilege}`);
    return actor;
  };

  app.post(
    '/v0/tasks/:id/command/:command',
    {
      config: { access: 'privilege:tasks.read' },
      schema: { tags, params: Params, body: Body, response: { 200: okSchema(z.object({ id: Id })) } },
    },
    (request) => {
      const { id, command } = request.params as z.infer<typeof Params>;
      const actor = allowed(request, command);
      return write(db, request, actor, async (tx) => {
        await run(tx, actor, id, command, request.body ?? {});
        return ok({ id });
      });
    },
  );

  app.post(
    '/v0/tasks/command/:command',
    {
      config: { access: 'privilege:tasks.read' },
      schema: {
        tags,
        params: z.object({ command: Command }),
        body: Bulk,
        response: { 200: okSchema(z.array(z.object({ id: Id, code: z.string(), data: z.unknown() }))) },
      },
    },
    (request) => {
      const { command } = request.params as { command: CommandName };
      const actor = allowed(request, command);
      const { ids, ...given } = request.body as Given;
      return write(db, request, actor, async (tx) => {
        const results: { id: string; code: string; data: unknown }[] = [];
        for (const id of [...new Set(ids)].sort()) results.push(await each(tx, id, (inner) => run(inner, actor, id, command, given)));
        return ok(results);
      });
    },
  );

  app.get(
    '/v0/tasks/:id/story',
    {
      config: { access: 'privilege:tasks.read' },
      schema: { tags, params: z.object({ id: Id }), response: { 200: okSchema(OrderHistory) } },
    },
    (request) => {
      const actor = actorOf(request);
      const { id } = request.params as { id: string };
      return db.transaction(async (tx) => {
        const [row] = await selectRows(tx, areas, entry(), actor, [id]);
        if (!row) throw new DomainError('NotFound');
        const history = await readOrderHistory(tx, id, isStaff(actor));
        // Stock locations and other orders of the merchant are not shown to carriers.
        return ok(
          actor.carrierId === null
            ? history
            : { ...history, collectedWith: null, waiting: [], lines: history.lines.map((line) => ({ ...line, places: [], free: 0 })) },
        );
      });
    },
  );
  registerScanLog(app, context);
  registerReturnCalls(app, context);

  // Waiting orders are allocated when goods arrive, and also once a minute in case a node failed in between.
  jobs.define(
    'tasks.allocate',
    async ({ itemIds }) => {
      await db.transaction(async (tx) => {
        await allocate(tx, await waitingFor(tx, (itemIds as string[] | undefined) ?? null), null);
      });
    },
    '* * * * *',
  );
}

const missing = (): never => {
  throw new DomainError('NotFound');
};

/** Runs in a savepoint, so that a refused row does not affect the others. */
async function each(tx: Db, id: string, act: (inner: Db) => Promise<void>): Promise<{ id: string; code: string; data: unknown }> {
  try {
    await tx.transaction(act);
    return { id, code: 'OK', data: null };
  } catch (error) {
    const known = toDomainError(error);
    if (!known) throw error;
    return { id, code: known.code, data: known.data };
  }
}
