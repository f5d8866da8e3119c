import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ENTRY_STATES } from '#contract/bank/bank-entries';
import { PARTY_KINDS, Part, ProposalAnswer } from '#contract/bank/proposal';
import { Currency, Id, Line } from '#contract/core/fields';
import type { Db } from '../../../core/db/client.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { actorOf } from '../../../core/http/session.ts';
import { write } from '../../../core/http/write.ts';
import { accountTitle } from '../../money/index.ts';
import { acceptProposal, bookAutomatic } from '../book-automatic.ts';
import { bookEntry } from '../book-entry.ts';
import { candidatesFor, deskAccounts, deskEntries } from '../desk.ts';
import { ignoreEntry } from '../entry-state.ts';
import { matchBeside, matchEntries } from '../match-entries.ts';
import { undoEntry } from '../undo-entry.ts';
import { ruleRoutes } from './rule-routes.ts';
import { setOffRoutes } from './set-off-routes.ts';

const tags = ['bankEntries'];
const Params = z.object({ id: Id });
const OfAccount = z.strictObject({ bankAccountId: Id });
const DeskAccount = z.object({
  id: Id,
  name: z.string(),
  iban: z.string(),
  currency: Currency,
  lastOn: z.string().nullable(),
  lastBalance: z.int().nullable(),
  booked: z.int().nullable(),
  undecided: z.int(),
  automatic: z.int(),
});
const DeskEntry = z.object({
  id: Id,
  bookedOn: z.string(),
  amount: z.int(),
  currency: Currency,
  counterparty: z.string(),
  iban: z.string(),
  purpose: z.string(),
  endToEnd: z.string(),
  originalAmount: z.int().nullable(),
  originalCurrency: z.string(),
  isReturn: z.boolean(),
  returnReason: z.string(),
  state: z.enum(ENTRY_STATES),
  proposals: z.array(ProposalAnswer),
});
const Candidate = z.object({
  id: Id,
  kind: z.enum(['invoice', 'bill']),
  no: z.string(),
  partyKind: z.enum(PARTY_KINDS),
  partyId: Id,
  party: z.string(),
  day: z.string(),
  currency: z.string(),
  open: z.int(),
});
const Book = z.strictObject({ parts: z.array(Part).min(1).max(50) });
const Reason = z.strictObject({ reason: Line(200, 1) });
/** The matching screen: reads what is undecided, books, takes back. */
export function bankEntryRoutes(app: FastifyInstance, context: AppContext): void {
  const { db } = context;
  setOffRoutes(app, context);
  ruleRoutes(app, context);
  const read = { access: 'privilege:bankEntries.read' as const };
  const config = { access: 'privilege:bankEntries.book' as const };
  const act = (request: FastifyRequest, run: (tx: Db, id: string) => Promise<void>) =>
    write(db, request, actorOf(request), async (tx) => {
      const { id } = request.params as z.infer<typeof Params>;
      await run(tx, id);
      await matchBeside(tx, id);
      return ok({ id });
    });
  const Done = { 200: okSchema(Params) };

  app.get(
    '/v0/bankEntries/desk',
    {
      config: read,
      schema: {
        tags,
        querystring: z.object({ account: Id.optional() }),
        response: {
          200: okSchema(z.object({ accounts: z.array(DeskAccount), bankAccountId: Id.nullable(), entries: z.array(DeskEntry) })),
        },
      },
    },
    async (request) => {
      const { account } = request.query as { account?: string };
      const accounts = await deskAccounts(db);
      const chosen = accounts.find(({ id }) => id === account) ?? accounts.find(({ undecided }) => undecided > 0) ?? accounts[0];
      const entries = chosen ? await deskEntries(db, { bankAccount: chosen.id }) : [];
      const { locale } = actorOf(request);
      const worded = entries.map((entry) => ({
        ...entry,
        proposals: entry.proposals.map((one) => ({ ...one, title: accountTitle(one.title, locale) })),
      }));
      return ok({ accounts, bankAccountId: chosen?.id ?? null, entries: worded });
    },
  );
  app.get(
    '/v0/bankEntries/:id/candidates',
    {
      config: read,
      schema: {
        tags,
        params: Params,
        querystring: z.object({ q: z.string().max(80).default('') }),
        response: { 200: okSchema(z.array(Candidate)) },
      },
    },
    async (request) =>
      ok(await candidatesFor(db, (request.params as z.infer<typeof Params>).id, (request.query as { q: string }).q.trim())),
  );
  app.post('/v0/bankEntries/match', { config, schema: { tags, body: OfAccount, response: { 200: okSchema(OfAccount) } } }, (request) =>
    write(db, request, actorOf(request), async (tx) => {
      const { bankAccountId } = request.body as z.infer<typeof OfAccount>;
      await matchEntries(tx, bankAccountId);
      return ok({ bankAccountId });
    }),
  );
  app.post(
    '/v0/bankEntries/bookAutomatic',
    { config, schema: { tags, body: OfAccount, response: { 200: okSchema(z.object({ booked: z.int(), left: z.int() })) } } },
    (request) =>
      write(db, request, actorOf(request), async (tx) =>
        ok(await bookAutomatic(tx, (request.body as z.infer<typeof OfAccount>).bankAccountId)),
      ),
  );
  app.post(
    '/v0/bankEntries/:id/accept',
    { config, schema: { tags, params: Params, body: z.strictObject({ key: z.string().min(1).max(4000) }), response: Done } },
    (request) => act(request, (tx, id) => acceptProposal(tx, id, (request.body as { key: string }).key)),
  );
  app.post('/v0/bankEntries/:id/book', { config, schema: { tags, params: Params, body: Book, response: Done } }, (request) =>
    act(request, (tx, id) => bookEntry(tx, id, (request.body as z.infer<typeof Book>).parts)),
  );
  app.post('/v0/bankEntries/:id/ignore', { config, schema: { tags, params: Params, body: Reason, response: Done } }, (request) =>
    act(request, (tx, id) => ignoreEntry(tx, id, (request.body as z.infer<typeof Reason>).reason)),
  );
  app.post('/v0/bankEntries/:id/undo', { config, schema: { tags, params: Params, body: Reason, response: Done } }, (request) =>
    act(request, (tx, id) => undoEntry(tx, id, (request.body as z.infer<typeof Reason>).reason)),
  );
}
