import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Id, Line } from '#contract/core/fields';
import { cell, command, orNull, statement } from '../../../core/db/statement.ts';
import { isStaff } from '../../../core/http/actor.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError, invalid } from '../../../core/http/errors.ts';
import { selectRows } from '../../../core/http/select.ts';
import { actorOf } from '../../../core/http/session.ts';
import { write } from '../../../core/http/write.ts';
import { scans } from '../../scanning/scans/table.ts';
import { exchangeSerial, PackedPiece, packedSerials } from '../../stock/index.ts';

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
/** `q` of swapSN as JSON: old and new number and the reason. Without `lineId`, the order line that has the old number is used. */
const Swap = z.strictObject({ lineId: Id.optional(), old: Line(64, 1), new: Line(64, 1), reason: Line(200, 1) });

const findScans = statement(
  {
    id: scans.id,
    at: cell.text,
    act: scans.act,
    code: scans.code,
    outcome: scans.outcome,
    why: scans.why,
    profile: scans.profile,
    station: orNull(cell.text),
    user: orNull(cell.text),
    undone: cell.boolean,
  },
  ({
    id,
    q,
    named,
  }: {
    id: string;
    q: string;
    named: boolean;
  }) => sql`select s.id, to_char(s.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, s.act, s.code, s.outcome, s.why, s.profile,
      case when ${named}::boolean then t.code end as station, case when ${named}::boolean then u.name end as "user", exists (select from scans x where x.undoes = s.id) as undone
    from scans s left join stations t on t.id = s.station_id left join users u on u.id = s.user_id
    where s.task_id = ${id}::uuid and (${q} = '' or s.code ilike '%' || ${q} || '%') order by s.sort_at desc limit 1000`,
);
const noteSwap = command(
  ({ id, reason, payload, by }: { id: string; reason: string; payload: string; by: string }) =>
    sql`insert into task_events (task_id, command, reason, payload, by) values (${id}::uuid, 'swapSerial', ${reason}, ${payload}::jsonb, ${by}::uuid)`,
);

/** `GET /v0/p11yorders/scanLog` and `/swapSN` (specification, point 7), and the lookup that the swapSN dialog needs. */
export function registerScanLog(app: FastifyInstance, { db, areas }: AppContext): void {
  const scoped = async (tx: Parameters<typeof selectRows>[0], actor: ReturnType<typeof actorOf>, id: string) => {
    const entry = areas.get('tasks');
    const [row] = entry ? await selectRows(tx, areas, entry, actor, [id]) : [];
    if (!row) throw new DomainError('NotFound');
    return row;
  };

  /** Every scan of an order, newest first. `q` filters by code. Names of users are only returned to staff. */
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
      return ok(await findScans(db, { id, q, named: isStaff(actor) }));
    },
  );

  /** Packed pieces with this serial number, newest first: the candidates for an exchange and their orders. */
  app.get(
    '/v0/p11yorders/packedSerials',
    {
      config: { access: 'privilege:tasks.swapSerial' },
      schema: { tags: ['tasks'], querystring: z.object({ q: Line(64, 1) }), response: { 200: okSchema(z.array(PackedPiece)) } },
    },
    async (request) => {
      const { q } = request.query as { q: string };
      const entry = areas.get('tasks');
      const found = await packedSerials(db, q);
      const ids = [...new Set(found.map(({ taskId }) => taskId))];
      const readable = entry && ids.length > 0 ? await selectRows(db, areas, entry, actorOf(request), ids) : [];
      return ok(found.filter(({ taskId }) => readable.some((row) => row['id'] === taskId)));
    },
  );

  /**
   * Replaces the serial number bound to an order line. The specification makes it a GET that changes state: it accepts only the session in
   * the header, and a repeated call finds the exchange done.
   */
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
      const { lineId: given, old, new: fresh, reason } = parsed.data;
      return write(db, request, actor, async (tx) => {
        await scoped(tx, actor, id);
        const lineId = await exchangeSerial(tx, { taskId: id, old, fresh, reason, lineId: given });
        if (lineId === null) return ok({ id, serial: fresh });
        await noteSwap(tx, { id, reason, payload: JSON.stringify({ lineId, old, new: fresh }), by: actor.userId });
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
