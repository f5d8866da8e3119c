import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { EnterCharge } from '#contract/billing/charges';
import { CalendarDate, Id } from '#contract/core/fields';
import { addDays, houseToday, lastOfMonth } from '#contract/core/house-day';
import { isStaff } from '../../../core/http/actor.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError, invalid } from '../../../core/http/errors.ts';
import { actorOf } from '../../../core/http/session.ts';
import { sharedAnswers } from '../../../core/http/shared-answer.ts';
import { write } from '../../../core/http/write.ts';
import { collectCharges, NIGHTLY_DAYS, RECENT_DAYS } from '../collect-charges.ts';
import { Gaps, LANES, readGaps } from '../gaps.ts';
import { keepLosses } from '../label-losses.ts';
import { lookBack } from '../look-back.ts';
import { enterCharge, takeBackCharge } from '../manual-charges.ts';
import { priceCharges } from '../price-charges.ts';
import { Replay, replayMonth } from '../replay-month.ts';
import { RunningBill, readBill } from '../running-bill.ts';
import { storagePeakJobs } from '../storage-peaks.ts';

const tags = ['charges'];
const Period = z.strictObject({ from: CalendarDate, to: CalendarDate });
const Since = z.strictObject({ from: CalendarDate.optional() });
const Month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);
const Replayed = z.strictObject({ month: Month, tariffId: Id.optional(), merchantId: Id.optional() });
const Proof = z.object({ at: z.string(), from: z.string(), to: z.string(), facts: z.int(), gaps: z.int() });
type Proof = z.infer<typeof Proof>;
/** Milliseconds for which the answer is cached for all users. */
const KEPT_FOR = 30_000;
/** Days that the badge looks back; today is left out, because its facts are being collected. */
const PROVEN_DAYS = 31;
const daysSince = (day: string): number => Math.ceil((Date.now() - Date.parse(day)) / 86_400_000) + 1;

/**
 * `POST /v0/charges/collect`: collects at once, also facts of the past weeks, or since a day `from` of a gap. `GET /v0/charges/gaps`: facts of a period that no charge with a
 * price stands for. `GET /v0/charges/proof`: their number, for the badge. `GET /v0/charges/bill`: the running bill of a month.
 * `POST /v0/charges/enter`: a charge by hand. `POST /v0/charges/:id/takeBack`: takes one back.
 */
export function chargeRoutes(app: FastifyInstance, { db, areas, jobs, log }: AppContext): void {
  const shared = sharedAnswers<Proof>(KEPT_FOR);
  const reading = { config: { access: 'privilege:charges.collect' as const } };
  app.post(
    '/v0/charges/collect',
    { ...reading, schema: { tags, querystring: Since, response: { 200: okSchema(z.object({ made: z.int(), undone: z.int() })) } } },
    // Before the transaction of the call, which would wait for the many of its own and be ended when it waits for a minute.
    async (request) => {
      const { from = houseToday() } = request.query as z.infer<typeof Since>;
      const days = Math.max(NIGHTLY_DAYS, daysSince(from));
      const collected = await collectCharges(db, days);
      await keepLosses(db, days);
      return write(db, request, actorOf(request), async () => ok(collected));
    },
  );
  const byHand = { config: { access: 'privilege:charges.enter' as const } };
  const params = z.object({ id: Id });
  const response = { 200: okSchema(params) };
  app.post('/v0/charges/enter', { ...byHand, schema: { tags, body: EnterCharge, response } }, async (request) => {
    const actor = actorOf(request);
    const asked = EnterCharge.parse(request.body);
    const answer = await write(db, request, actor, async (tx) => ok({ id: await enterCharge({ tx, areas, actor }, asked) }));
    await priceCharges(db);
    return answer;
  });
  app.post('/v0/charges/:id/takeBack', { ...byHand, schema: { tags, params, response } }, async (request) => {
    const { id } = params.parse(request.params);
    const answer = await write(db, request, actorOf(request), async (tx) => {
      await takeBackCharge(tx, id);
      return ok({ id });
    });
    await priceCharges(db);
    return answer;
  });
  app.get('/v0/charges/gaps', { ...reading, schema: { tags, querystring: Period, response: { 200: okSchema(Gaps) } } }, async (request) => {
    const { from, to } = request.query as z.infer<typeof Period>;
    if (to < from) throw invalid([{ path: 'to', rule: 'beforeStart' }]);
    return ok(await readGaps(db, { from, to }, LANES));
  });
  app.get('/v0/charges/proof', { ...reading, schema: { tags, response: { 200: okSchema(Proof) } } }, async () =>
    ok(
      await shared('', async () => {
        const to = addDays(houseToday(), -1);
        const { at, from, facts, charged } = await readGaps(db, { from: addDays(to, 1 - PROVEN_DAYS), to });
        return { at, from, to, facts, gaps: facts - charged };
      }),
    ),
  );
  app.get(
    '/v0/charges/bill',
    {
      config: { access: 'privilege:charges.read' },
      schema: {
        tags,
        querystring: z.strictObject({ month: Month, merchantId: Id.optional() }),
        response: { 200: okSchema(RunningBill) },
      },
    },
    async (request) => {
      const actor = actorOf(request);
      const { month, merchantId } = request.query as { month: string; merchantId?: string };
      const of = actor.merchantId ?? (isStaff(actor) ? merchantId : undefined);
      if (of === undefined) throw new DomainError('NotFound');
      return ok(await readBill(db, of, month));
    },
  );
  app.get(
    '/v0/charges/replay',
    { ...reading, schema: { tags, querystring: Replayed, response: { 200: okSchema(Replay) } } },
    async (request) => {
      const { month, tariffId = null, merchantId = null } = request.query as z.infer<typeof Replayed>;
      return ok(await replayMonth(db, { from: `${month}-01`, to: lastOfMonth(month), merchantId }, tariffId));
    },
  );

  const collect = async (days: number): Promise<void> => {
    const { made, undone } = await collectCharges(db, days);
    if (undone > 0) log.info({ made, undone }, 'charges were taken back');
  };
  const collectAndCompare = async (days: number): Promise<void> => {
    await collect(days);
    await keepLosses(db, days);
  };
  const sinceLast = lookBack(db);
  jobs.define('charges.collect', () => sinceLast(collect), '* * * * *');
  jobs.define('charges.hourly', () => collectAndCompare(RECENT_DAYS), '13 * * * *');
  storagePeakJobs({ db, jobs });
  jobs.define('charges.nightly', () => collectAndCompare(NIGHTLY_DAYS), '27 3 * * *');
}
