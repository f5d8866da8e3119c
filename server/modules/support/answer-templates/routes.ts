import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Id } from '#contract/core/fields';
import { LOCALES, type Locale } from '#contract/core/limits';
import { fillTemplate, TEXT_OF } from '#contract/support/answer-templates';
import { cell, statement } from '../../../core/db/statement.ts';
import { isOutside } from '../../../core/http/actor.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { actorOf } from '../../../core/http/session.ts';
import { asActor } from '../../../core/http/write.ts';
import { findTicket } from '../tickets/find-ticket.ts';
import { tickets } from '../tickets/table.ts';
import { answerTemplates } from './table.ts';

const Params = z.object({ id: Id });
const Answer = z.object({ id: Id, title: z.string(), text: z.string() });

/** The asker of a ticket: who opened it, else who wrote first for the merchant, else the merchant. */
const findAsker = statement(
  { no: tickets.no, order: cell.text, name: cell.text, locale: cell.text },
  ({ id }: { id: string }) => sql`select t.no, coalesce(k.no, '') as order, coalesce(u.name, m.name) as name,
      coalesce(u.locale, (select x.locale from users x where x.merchant_id = m.id and x.deleted_at is null order by x.sort_at limit 1), 'en') as locale
    from tickets t join merchants m on m.id = t.merchant_id left join tasks k on k.id = t.task_id
      left join users u on u.id = coalesce(case when t.opened_by = 'merchant' then t.created_by end,
        (select w.by from ticket_messages w where w.ticket_id = t.id and w.side = 'merchant' and w.by is not null order by w.id limit 1))
    where t.id = ${id}::uuid`,
);
const findTemplates = statement(
  {
    id: answerTemplates.id,
    title: answerTemplates.title,
    textEn: answerTemplates.textEn,
    textDe: answerTemplates.textDe,
    textCn: answerTemplates.textCn,
  },
  () => sql`select id, title, text_en, text_de, text_cn from answer_templates where deleted_at is null order by lower(title) limit 500`,
);

type Texts = Record<(typeof TEXT_OF)[Locale], string>;
/** The text in this language, else in the first language that has one. */
const textIn = (template: Texts, locale: Locale): string =>
  [locale, ...LOCALES].map((one) => template[TEXT_OF[one]]).find((text) => text.trim() !== '') ?? '';

/** The templates for an answer to a ticket: in the asker's language, with placeholders replaced. */
export function templateRoutes(app: FastifyInstance, { db, areas }: AppContext): void {
  app.get(
    '/v0/tickets/:id/templates',
    {
      config: { access: 'privilege:answerTemplates.read' },
      schema: { tags: ['tickets'], params: Params, response: { 200: okSchema(z.array(Answer)) } },
    },
    (request) => {
      const actor = actorOf(request);
      const { id } = request.params as z.infer<typeof Params>;
      if (isOutside(actor)) throw new DomainError('NotAllowed', 'answerTemplates.read');
      return asActor(db, actor, request.id, async (tx) => {
        await findTicket(tx, areas, actor, id);
        const asker = await findAsker.one(tx, { id });
        const locale = LOCALES.find((one) => one === asker.locale) ?? 'en';
        const templates = await findTemplates(tx);
        return ok(templates.map((one) => ({ id: one.id, title: one.title, text: fillTemplate(textIn(one, locale), asker) })));
      });
    },
  );
}
