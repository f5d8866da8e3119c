import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { FileId, Id, Lines } from '#contract/core/fields';
import { statement } from '../../../core/db/statement.ts';
import { isStaff } from '../../../core/http/actor.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError, invalid } from '../../../core/http/errors.ts';
import { selectRows } from '../../../core/http/select.ts';
import { actorOf } from '../../../core/http/session.ts';
import { becomeHouse, write } from '../../../core/http/write.ts';
import { recompute } from '../recompute.ts';
import { makeReplacement } from '../replacement.ts';
import { sendReturnMails } from '../return-mails.ts';
import { PIECE_NOTED, returnedPieces } from '../returned-pieces.ts';
import { tasks } from './table.ts';

const Params = z.object({ id: Id, pieceId: Id });
const Note = z.strictObject({ remark: Lines(500).default(''), photo: FileId.nullable().default(null) });

const findNumber = statement(
  { id: tasks.id, no: tasks.no },
  ({ id }: { id: string }) => sql`select id, no from tasks where id = ${id}::uuid`,
);

/**
 * `POST /v0/tasks/:id/pieces/:pieceId/note`: what the house saw on a returned piece, in words and as a photo; it replaces the note before.
 * `POST /v0/tasks/:id/replacement`: an order that replaces what came back.
 */
export function registerReturnCalls(app: FastifyInstance, context: AppContext): void {
  const { db, areas, jobs } = context;
  jobs.define('tasks.returnMails', () => sendReturnMails(context), '* * * * *');
  app.post(
    '/v0/tasks/:id/pieces/:pieceId/note',
    {
      config: { access: 'privilege:tasks.receive' },
      schema: { tags: ['tasks'], params: Params, body: Note, response: { 200: okSchema(z.object({ id: Id })) } },
    },
    (request) => {
      const actor = actorOf(request);
      const { id, pieceId } = request.params as z.infer<typeof Params>;
      const { remark, photo } = request.body as z.infer<typeof Note>;
      return write(db, request, actor, async (tx) => {
        const entry = areas.get('tasks');
        const [row] = entry ? await selectRows(tx, areas, entry, actor, [id]) : [];
        if (!row || !isStaff(actor)) throw new DomainError('NotFound');
        if (remark === '' && photo === null) throw invalid([{ path: 'remark', rule: 'required' }]);
        if (!(await returnedPieces(tx, id)).some((piece) => piece.id === pieceId)) throw new DomainError('NotFound');
        const payload = { piece: pieceId, ...(photo === null ? {} : { file: photo }) };
        await recompute(tx, [id], { command: PIECE_NOTED, reason: remark, by: actor.userId, payload }, { always: true });
        return ok({ id: pieceId });
      });
    },
  );

  app.post(
    '/v0/tasks/:id/replacement',
    {
      config: { access: 'privilege:tasks.create' },
      schema: { tags: ['tasks'], params: z.object({ id: Id }), response: { 200: okSchema(z.object({ id: Id, no: z.string() })) } },
    },
    (request) => {
      const actor = actorOf(request);
      const { id } = request.params as { id: string };
      return write(db, request, actor, async (tx) => {
        const entry = areas.get('tasks');
        const [row] = entry ? await selectRows(tx, areas, entry, actor, [id]) : [];
        if (!row || actor.carrierId !== null) throw new DomainError('NotFound');
        await becomeHouse(tx);
        return ok(await findNumber.one(tx, { id: await makeReplacement(tx, id, actor.userId) }));
      });
    },
  );
}
