import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Id, Line } from '#contract/core/fields';
import { LOCALES } from '#contract/core/limits';
import { MONTH_TOTALS, Month } from '#contract/office/attendance-months';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { actorOf } from '../../../core/http/session.ts';
import { asActor, write } from '../../../core/http/write.ts';
import { securityEvent } from '../../access/index.ts';
import { CLOSE_NOTES, closeMonth, OBSTACLES, previewMonths, reopenMonth } from './close.ts';
import { payrollFile } from './payroll.ts';

const tags = ['attendanceMonths'];
const Params = z.object({ id: Id });
const MonthQuery = z.object({ month: Month });
const PayrollQuery = z.object({ month: Month, locale: z.enum(LOCALES).default('en') });
const CloseBody = z.strictObject({ month: Month, userId: Id });
const ReopenBody = z.strictObject({ reason: Line(300, 1) });
const Totals = z.object(MONTH_TOTALS);
const Preview = z.array(
  z.object({
    userId: Id,
    name: z.string(),
    personnelNo: z.string(),
    totals: Totals,
    obstacles: z.array(z.object({ kind: z.enum(OBSTACLES), on: z.string() })),
    notes: z.array(z.enum(CLOSE_NOTES)),
  }),
);

/** The preview of a month, its close for one person, the reopening of the last closed month, and the file for payroll. */
export function attendanceMonthRoutes(app: FastifyInstance, { db }: AppContext): void {
  app.get(
    '/v0/attendanceMonths/preview',
    {
      config: { access: 'privilege:attendanceMonths.close' },
      schema: { tags, querystring: MonthQuery, response: { 200: okSchema(Preview) } },
    },
    (request) => {
      const { month } = request.query as z.infer<typeof MonthQuery>;
      return asActor(db, actorOf(request), request.id, async (tx) => ok(await previewMonths(tx, month, null)));
    },
  );

  app.post(
    '/v0/attendanceMonths/close',
    {
      config: { access: 'privilege:attendanceMonths.close' },
      schema: { tags, body: CloseBody, response: { 200: okSchema(Params) } },
    },
    (request) => {
      const actor = actorOf(request);
      const { month, userId } = request.body as z.infer<typeof CloseBody>;
      return write(db, request, actor, async (tx) => ok({ id: await closeMonth(tx, actor, userId, month) }));
    },
  );

  app.post(
    '/v0/attendanceMonths/:id/reopen',
    {
      config: { access: 'privilege:attendanceMonths.reopen' },
      schema: { tags, params: Params, body: ReopenBody, response: { 200: okSchema(Params) } },
    },
    (request) => {
      const actor = actorOf(request);
      const { id } = request.params as z.infer<typeof Params>;
      return write(db, request, actor, async (tx) => {
        await reopenMonth(tx, actor, id, (request.body as z.infer<typeof ReopenBody>).reason);
        return ok({ id });
      });
    },
  );

  app.get(
    '/v0/attendanceMonths/payroll',
    { config: { access: 'privilege:attendanceMonths.payroll', cost: 'export' }, schema: { tags, querystring: PayrollQuery } },
    async (request, reply) => {
      const actor = actorOf(request);
      const { month, locale } = request.query as z.infer<typeof PayrollQuery>;
      const file = await asActor(db, actor, request.id, (tx) => payrollFile(tx, month, locale));
      const { userId, account } = actor;
      await securityEvent(db, 'rows.exported', { userId, account, detail: `attendanceMonths payroll ${month}` });
      return reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="payroll-${month}.csv"`).send(file);
    },
  );
}
