import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Id } from '#contract/core/fields';
import { AddByMail, OpenByMail } from '#contract/support/incoming-mails';
import type { Db } from '../../../core/db/client.ts';
import { statement } from '../../../core/db/statement.ts';
import { LOOK_EVERY } from '../../../core/folders/take-files.ts';
import { type Actor, isOutside } from '../../../core/http/actor.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError, invalid } from '../../../core/http/errors.ts';
import { actorOf } from '../../../core/http/session.ts';
import { write } from '../../../core/http/write.ts';
import { repeatWhileRunning } from '../../../core/repeat.ts';
import { merchants } from '../../parties/merchants/table.ts';
import { addByMail, type Entered, openByMail } from '../mails/enter.ts';
import { readTicketMail, type TicketMail } from '../mails/read-mail.ts';
import { takeTicketMails } from '../mails/take-mails.ts';
import { readableTicket } from '../tickets/find-ticket.ts';
import { incomingMailSources, incomingMails } from './table.ts';

/** What people do with a mail that did not find its ticket by itself, and the look into the folder. */

const Params = z.object({ id: Id });

const lockMail = statement(
  { state: incomingMails.state },
  ({ id }: { id: string }) => sql`select state from incoming_mails where id = ${id}::uuid and deleted_at is null for update`,
);
const findMerchant = statement(
  { id: merchants.id },
  ({ id }: { id: string }) => sql`select id from merchants where id = ${id}::uuid and deleted_at is null`,
);

/** @throws DomainError NotFound; StateRefused if the mail is in a ticket */
async function waiting(tx: Db, id: string): Promise<void> {
  const row = await lockMail.first(tx, { id });
  if (!row) throw new DomainError('NotFound');
  if (row.state === 'taken') throw new DomainError('StateRefused', 'incomingMails.refusals.taken');
}

/** @throws DomainError StateRefused if the mail as it came is not kept any more */
async function readAgain(tx: Db, id: string): Promise<TicketMail> {
  const [source] = await tx.select().from(incomingMailSources).where(eq(incomingMailSources.mailId, id));
  const mail = source ? await readTicketMail(source.bytes) : null;
  if (!mail) throw new DomainError('StateRefused', 'incomingMails.refusals.gone');
  return mail;
}

async function take(tx: Db, id: string, enter: (mail: TicketMail) => Promise<Entered>): Promise<void> {
  await waiting(tx, id);
  const { ticketId, entryId, refused } = await enter(await readAgain(tx, id));
  await tx
    .update(incomingMails)
    .set({ state: 'taken', text: '', ticketId, ticketEntryId: entryId, refused: refused.join('\n').slice(0, 4000), decidedAt: sql`now()` })
    .where(eq(incomingMails.id, id));
  await tx.delete(incomingMailSources).where(eq(incomingMailSources.mailId, id));
}

export function incomingMailRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, config, log, areas } = context;
  const access = { access: 'privilege:incomingMails.update' } as const;
  const schema = { tags: ['incomingMails'], params: Params, response: { 200: okSchema(Params) } };
  const act = (request: FastifyRequest, run: (tx: Db, actor: Actor, id: string) => Promise<void>) => {
    const actor = actorOf(request);
    const { id } = Params.parse(request.params);
    return write(db, request, actor, async (tx) => {
      if (isOutside(actor)) throw new DomainError('NotAllowed', 'incomingMails.update');
      await run(tx, actor, id);
      return ok({ id });
    });
  };
  app.post('/v0/incomingMails/:id/open', { config: access, schema: { ...schema, body: OpenByMail } }, (request) =>
    act(request, async (tx, _actor, id) => {
      const { merchantId } = OpenByMail.parse(request.body);
      await take(tx, id, async (mail) => {
        if (!(await findMerchant.first(tx, { id: merchantId }))) throw invalid([{ path: 'merchantId', rule: 'reference' }]);
        return openByMail(tx, config, mail, { merchantId, userId: null });
      });
    }),
  );
  app.post('/v0/incomingMails/:id/add', { config: access, schema: { ...schema, body: AddByMail } }, (request) =>
    act(request, async (tx, actor, id) => {
      const { ticketId } = AddByMail.parse(request.body);
      await take(tx, id, async (mail) => {
        const ticket = await readableTicket(tx, areas, actor, ticketId).catch(() => null);
        if (!ticket) throw invalid([{ path: 'ticketId', rule: 'reference' }]);
        return addByMail(tx, config, mail, { ticketId, userId: null });
      });
    }),
  );
  app.post('/v0/incomingMails/:id/dismiss', { config: access, schema }, (request) =>
    act(request, async (tx, _actor, id) => {
      await waiting(tx, id);
      await tx.update(incomingMails).set({ state: 'dismissed', decidedAt: sql`now()` }).where(eq(incomingMails.id, id));
    }),
  );
  if (config.TICKET_MAILS !== undefined) repeatWhileRunning(app, LOOK_EVERY, 'folder', () => takeTicketMails({ db, config, log }));
}
