import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { MAX_STATEMENT_MB, STATEMENT_FORMATS } from '#contract/bank/statement';
import { Currency, Id } from '#contract/core/fields';
import type { Locale } from '#contract/core/limits';
import { notNull, statement } from '../../../core/db/statement.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { actorOf } from '../../../core/http/session.ts';
import { sentenceIn } from '../../../core/http/texts.ts';
import { write } from '../../../core/http/write.ts';
import { importStatement } from '../import-statement.ts';
import { StatementError } from '../read/fault.ts';
import { compareUpload, isPreview, readUpload } from '../read-upload.ts';
import { bankFiles } from '../tables.ts';
import { bankStatements } from './table.ts';

const tags = ['bankStatements'];
/** `account`: read for this account only; a CSV file needs it. `alike`: what becomes of entries that look like stored ones. */
const Query = z.object({ account: Id.optional(), alike: z.enum(['skip', 'store']).optional() });
const Status = z.enum(['new', 'known', 'alike']);
const ReadAnswer = z.object({
  fileName: z.string(),
  statements: z.array(
    z.object({
      bankAccountId: Id,
      account: z.string(),
      format: z.enum(STATEMENT_FORMATS),
      number: z.string(),
      fromOn: z.string(),
      toOn: z.string(),
      currency: Currency,
      opening: z.int().nullable(),
      closing: z.int().nullable(),
      gap: z.int().nullable(),
      isPreview: z.boolean(),
      isStored: z.boolean(),
      added: z.int(),
      known: z.int(),
      alike: z.int(),
      entries: z.array(
        z.object({ line: z.int(), bookedOn: z.string(), amount: z.int(), counterparty: z.string(), purpose: z.string(), status: Status }),
      ),
    }),
  ),
});
const Stored = z.array(z.object({ statementId: Id, bankAccountId: Id, added: z.int(), known: z.int() }));
/** Entries that the preview shows: those to decide on come first. */
const SHOWN = 100;

/** The sentence of a fault in the language of the reader. */
const worded = (locale: Locale, { fault, params }: StatementError): string => sentenceIn(locale, `bankStatements.faults.${fault}`, params);

/** Turns a fault of the file into a refusal that says line and reason. */
async function refusing<T>(locale: Locale, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof StatementError) throw new DomainError('FileUnreadable', worded(locale, error));
    throw error;
  }
}

const findFile = statement(
  { content: notNull(bankFiles.content), fileName: bankStatements.fileName, format: bankStatements.format },
  ({ id }: { id: string }) =>
    sql`select f.content, s.file_name, s.format from bank_statements s join bank_files f on f.checksum = s.checksum where s.id = ${id}::uuid`,
);

/** Reading, storing and giving back the files of a bank. */
export function bankStatementRoutes(app: FastifyInstance, { db }: AppContext): void {
  const config = { access: 'privilege:bankStatements.upload' as const };

  const uploaded = async (request: FastifyRequest): Promise<{ name: string; bytes: Buffer }> => {
    const part = request.isMultipart() ? await request.file({ limits: { fileSize: MAX_STATEMENT_MB * 1024 * 1024 } }) : undefined;
    if (!part) throw new DomainError('InvalidInput', [{ path: 'file', rule: 'required' }]);
    const bytes = await part.toBuffer().catch(() => null);
    if (bytes === null || part.file.truncated)
      throw new DomainError('FileUnreadable', worded(actorOf(request).locale, new StatementError('tooLarge', { size: MAX_STATEMENT_MB })));
    return { name: part.filename.slice(-200), bytes };
  };

  app.post(
    '/v0/bankStatements/read',
    { config, schema: { tags, consumes: ['multipart/form-data'], querystring: Query, response: { 200: okSchema(ReadAnswer) } } },
    async (request) => {
      const { locale } = actorOf(request);
      const { account } = request.query as z.infer<typeof Query>;
      const { name, bytes } = await uploaded(request);
      const statements = await refusing(locale, async () => compareUpload(db, await readUpload(db, bytes, account ?? null)));
      return ok({
        fileName: name,
        statements: statements.map((one) => {
          const count = (status: z.infer<typeof Status>): number => one.entries.filter((entry) => entry.status === status).length;
          const ordered = [
            ...one.entries.filter(({ status }) => status === 'alike'),
            ...one.entries.filter(({ status }) => status !== 'alike'),
          ];
          return {
            bankAccountId: one.bankAccount.id,
            account: one.bankAccount.name,
            format: one.format,
            number: one.number,
            fromOn: one.fromOn,
            toOn: one.toOn,
            currency: one.currency,
            opening: one.opening,
            closing: one.closing,
            gap: one.gap,
            isPreview: isPreview(one),
            isStored: one.statementId !== null,
            added: count('new'),
            known: count('known'),
            alike: count('alike'),
            entries: ordered.slice(0, SHOWN).map(({ line, bookedOn, amount, counterparty, purpose, status }) => ({
              line,
              bookedOn,
              amount,
              counterparty,
              purpose,
              status,
            })),
          };
        }),
      });
    },
  );

  app.post(
    '/v0/bankStatements/upload',
    { config, schema: { tags, consumes: ['multipart/form-data'], querystring: Query, response: { 200: okSchema(Stored) } } },
    async (request) => {
      const actor = actorOf(request);
      const { account, alike } = request.query as z.infer<typeof Query>;
      const { name, bytes } = await uploaded(request);
      const content = JSON.stringify([name, createHash('sha256').update(bytes).digest('hex')]);
      return write(
        db,
        request,
        actor,
        (tx) => refusing(actor.locale, async () => ok(await importStatement(tx, name, bytes, account ?? null, alike ?? null))),
        { content },
      );
    },
  );

  app.get(
    '/v0/bankStatements/:id/file',
    { config: { access: 'privilege:bankStatements.read' }, schema: { tags, params: z.object({ id: Id }) } },
    async (request, reply) => {
      const found = await findFile.first(db, { id: (request.params as { id: string }).id });
      if (!found) throw new DomainError('NotFound');
      return reply
        .type('application/octet-stream')
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(found.fileName || found.format)}`)
        .send(found.content);
    },
  );
}
