import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { CalendarDate, Id } from '#contract/core/fields';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { invalid } from '../../../core/http/errors.ts';
import { actorOf } from '../../../core/http/session.ts';
import { write } from '../../../core/http/write.ts';
import { exportAudit } from '../audit-export/export-audit.ts';
import { exportMonth } from '../datev/export-month.ts';

const Month = z.strictObject({ month: CalendarDate });
const Days = z.strictObject({ from: CalendarDate, to: CalendarDate });
const Made = z.object({ id: Id, missing: z.array(z.string()) });

/** Makes the exports for the accountant. */
export function accountantExportRoutes(app: FastifyInstance, { db, config }: AppContext): void {
  app.post(
    '/v0/accountantExports/month',
    {
      config: { access: 'privilege:accountantExports.make' },
      schema: { tags: ['accountantExports'], body: Month, response: { 200: okSchema(Made) } },
    },
    (request) =>
      write(db, request, actorOf(request), async (tx) => ok(await exportMonth(tx, config, (request.body as z.infer<typeof Month>).month))),
  );
  app.post(
    '/v0/accountantExports/audit',
    {
      config: { access: 'privilege:accountantExports.make' },
      schema: { tags: ['accountantExports'], body: Days, response: { 200: okSchema(z.object({ id: Id })) } },
    },
    (request) => {
      const period = request.body as z.infer<typeof Days>;
      if (period.to < period.from) throw invalid([{ path: 'to', rule: 'beforeStart' }]);
      return write(db, request, actorOf(request), async (tx) => ok({ id: await exportAudit(tx, config, period) }));
    },
  );
}
