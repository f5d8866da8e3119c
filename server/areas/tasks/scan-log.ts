import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Id, Line } from '#contract/fields';
import { isStaff } from '../../http/actor.ts';
import { ok, okSchema } from '../../http/answers.ts';
import type { AppContext } from '../../http/context.ts';
import { DomainError, invalid } from '../../http/errors.ts';
import { rowsOf, selectRows } from '../../http/select.ts';
import { actorOf } from '../../http/session.ts';
import { write } from '../../http/write.ts';
import { claimSerial } from '../../stock/serials.ts';

const Entry = z.object({
  id: Id,
  at: z.string(),
  act: z.string(),
  code: z.string(),
  outcome: z.string(),
  why: z.string(),
  profile: z.string(),
  station: z.string().nullable(),
  user: z.string().nullable(),
  undone: z.boolean(),
});
const Query = z.object({ id: Id, q: z.string().max(200).default('') });
/** `q` of swapSN: the old and the new number with why, as JSON. */
const Swap = z.strictObject({ lineId: Id, old: Line(64, 1), new: Line(64, 1), reason: Line(200, 1) });

/** `GET /v0/p11yorders/scanLog` and `/swapSN` (specification, point 7). */
export function registerScanLog(app: FastifyInstance, { db, areas }: AppContext): void {
  const scoped = async (tx: Parameters<typeof selectRows>[0], actor: ReturnType<typeof actorOf>, id: string) => {
    const entry = areas.get('tasks');
    const [row] = entry ? await selectRows(tx, areas, entry, actor, [id]) : [];
    if (!row) throw new DomainError('NotFound');
    return row;
  };

  /** Every scan of an order, newest first; `q` narrows by code. Names of people are for the house only. */
  app.get(
    '/v0/p11yorders/scanLog',
    {
      config: { access: 'privilege:tasks.read' },
      schema: { tags: ['tasks'], querystring: Query, response: { 200: okSchema(z.array(Entry)) } },
    },
    async (request) => {
      const { id, q } = request.query as z.infer<typeof Query>;
      const actor = actorOf(request);
      await scoped(db, actor, id);
      const rows = rowsOf(
        await db.execute(sql`select s.id, to_char(s.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, s.act, s.code, s.outcome, s.why, s.profile,
          case when ${isStaff(actor)} then t.code end as station, case when ${isStaff(actor)} then u.name end as "user", exists (select from scans x where x.undoes = s.id) as undone
        from scans s left join stations t on t.id = s.station_id left join users u on u.id = s.user_id
        where s.task_id = ${id}::uuid and (${q} = '' or s.code ilike '%' || ${q} || '%') order by s.sort_at desc limit 1000`),
      );
      return ok(rows as z.infer<typeof Entry>[]);
    },
  );

  /** Replaces the serial number bound to an order line. It changes state by GET as the specification has it: only the header's session counts, and a repeat finds it done. */
  app.get(
    '/v0/p11yorders/swapSN',
    {
      config: { access: 'privilege:tasks.swapSerial' },
      schema: { tags: ['tasks'], querystring: Query, response: { 200: okSchema(z.object({ id: Id, serial: z.string() })) } },
    },
    async (request) => {
      const { id, q } = request.query as z.infer<typeof Query>;
      const actor = actorOf(request);
      const site = request.headers['sec-fetch-site'];
      if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new DomainError('NotAllowed', 'crossSite');
      const parsed = Swap.safeParse(jsonOf(q));
      if (!parsed.success) throw invalid([{ path: 'q', rule: 'format' }]);
      const { lineId, old, new: fresh, reason } = parsed.data;
      return write(db, request, actor, async (tx) => {
        await scoped(tx, actor, id);
        const [line] = rowsOf(
          await tx.execute(
            sql`select l.merchant_id, l.item_id, i.serial_mode from task_lines l join items i on i.id = l.item_id where l.id = ${lineId}::uuid and l.task_id = ${id}::uuid for update of l`,
          ),
        );
        if (!line) throw new DomainError('NotFound');
        // The ledger itself knows these pieces by number: another number is another piece, which somebody has to pack.
        if (line['serial_mode'] === 'full') throw new DomainError('StateRefused', 'tasks.refusals.serialInLedger');
        const [already] = rowsOf(
          await tx.execute(sql`select 1 from parcel_contents where line_id = ${lineId}::uuid and serial = ${fresh}`),
        );
        if (already) return ok({ id, serial: fresh });
        const [content] = rowsOf(
          await tx.execute(sql`select parcel_id from parcel_contents where line_id = ${lineId}::uuid and serial = ${old} for update`),
        );
        if (!content) throw new DomainError('StateRefused', 'tasks.refusals.serialNotBound');
        const claimed = await claimSerial(tx, line['merchant_id'] as string, line['item_id'] as string, fresh);
        if (!claimed) throw new DomainError('StateRefused', 'tasks.refusals.serialUsed');
        // The new number goes where the old one is: in the parcel, or out of the house with it. The old one was never this piece's.
        await tx.execute(
          sql`update serials n set state = o.state, task_id = o.task_id, shipped_at = o.shipped_at from serials o
            where n.id = ${claimed}::uuid and o.merchant_id = n.merchant_id and o.item_id = n.item_id and o.serial = ${old}`,
        );
        await tx.execute(
          sql`update serials set state = 'gone', task_id = null, shipped_at = null where merchant_id = ${line['merchant_id'] as string}::uuid and item_id = ${line['item_id'] as string}::uuid and serial = ${old}`,
        );
        await tx.execute(
          sql`update parcel_contents set serial = ${fresh} where parcel_id = ${content['parcel_id'] as string}::uuid and line_id = ${lineId}::uuid and serial = ${old}`,
        );
        await tx.execute(
          sql`insert into task_events (task_id, command, reason, payload, by) values (${id}::uuid, 'swapSerial', ${reason}, ${JSON.stringify({ lineId, old, new: fresh })}::jsonb, ${actor.userId}::uuid)`,
        );
        return ok({ id, serial: fresh });
      });
    },
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
