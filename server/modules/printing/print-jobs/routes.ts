import { createHmac } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Envelope } from '#contract/core/envelope';
import { Id } from '#contract/core/fields';
import {
  AgentKey,
  Client,
  JOB_MINUTES,
  JobAnswer,
  JobClaim,
  JobEnd,
  JobOffer,
  JobSent,
  NewJob,
  PrintJob,
  signedText,
} from '#contract/printing/jobs';
import type { Config } from '../../../core/config.ts';
import type { Db } from '../../../core/db/client.ts';
import type { Actor } from '../../../core/http/actor.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { actorOf } from '../../../core/http/session.ts';
import { asActor, write } from '../../../core/http/write.ts';
import { requestJob } from './request.ts';
import { answerJob, claimJob, endJob, expireJobs, offerJob, readJob, sentJob } from './steps.ts';

/** Key with which a print agent verifies our signatures. Derived from the server's secret, so it is not stored and every node knows it. */
const agentKey = (config: Config, agentId: string): string =>
  createHmac('sha256', config.KONTOR_SECRET).update(`print-agent:${agentId}`).digest('hex');

/** Signature `<until>.<mac>` for one file on one printer of one agent, valid for fifteen minutes (reliability.md P29). */
function signJob(config: Config, job: { agentId: string; printer: string; file: string; sha256: string }): string {
  const until = Math.floor(Date.now() / 1000) + JOB_MINUTES * 60;
  const mac = createHmac('sha256', agentKey(config, job.agentId))
    .update(signedText({ ...job, until }))
    .digest('hex');
  return `${until}.${mac}`;
}

const tags = ['print'];
const Params = z.object({ id: Id });
const access = 'privilege:printJobs.create' as const;
const answer = { 200: okSchema(PrintJob) };

/** The steps of a print job. The browser chooses the agent; the server ensures that it is printed once. */
export function printJobRoutes(app: FastifyInstance, { config, db, areas, jobs }: AppContext): void {
  jobs.define('expire-print-jobs', () => expireJobs(db), '* * * * *');

  app.post('/v0/print/jobs', { config: { access }, schema: { tags, body: NewJob, response: answer } }, (request) => {
    const actor = actorOf(request);
    const wish = request.body as z.output<typeof NewJob>;
    return write(db, request, actor, async (tx) => {
      const id = await requestJob(tx, areas, actor, wish);
      return ok(await readJob(tx, areas, actor, id, wish.client));
    });
  });

  app.get(
    '/v0/print/jobs/:id',
    {
      config: { access: 'privilege:printJobs.read' },
      schema: { tags, params: Params, querystring: z.object({ client: Client }), response: answer },
    },
    async (request) => {
      const actor = actorOf(request);
      const { id } = request.params as { id: string };
      const { client } = request.query as { client: string };
      return ok(await asActor(db, actor, request.id, (tx) => readJob(tx, areas, actor, id, client)));
    },
  );

  /** Registers the call for one step that a browser takes with a job. */
  const step = <S extends z.ZodType>(
    name: string,
    body: S,
    run: (tx: Db, actor: Actor, id: string, given: z.output<S>) => Promise<PrintJob>,
  ) =>
    app.post(
      `/v0/print/jobs/:id/${name}`,
      { config: { access }, schema: { tags, params: Params, body, response: answer } },
      (request: FastifyRequest): Promise<Envelope<PrintJob>> => {
        const actor = actorOf(request);
        const { id } = request.params as { id: string };
        return write(db, request, actor, async (tx) => ok(await run(tx, actor, id, request.body as z.output<S>)));
      },
    );
  step('claim', JobClaim, (tx, actor, id, { client, agent }) => claimJob(tx, areas, actor, id, client, agent));
  step('offer', JobOffer, (tx, actor, id, { client }) => offerJob(tx, areas, actor, id, client));
  step('answer', JobAnswer, (tx, actor, id, { client, cameOut }) => answerJob(tx, areas, actor, id, client, cameOut));
  step('end', JobEnd, (tx, actor, id, given) => endJob(tx, areas, actor, id, given));

  app.post(
    '/v0/print/jobs/:id/sent',
    {
      config: { access },
      schema: { tags, params: Params, body: JobSent, response: { 200: okSchema(PrintJob.extend({ signature: z.string().nullable() })) } },
    },
    (request) => {
      const actor = actorOf(request);
      const { id } = request.params as { id: string };
      const { sign, ...sent } = request.body as z.output<typeof JobSent>;
      return write(db, request, actor, async (tx) => {
        const job = await sentJob(tx, areas, actor, id, sent);
        // Signs only files of this job. A carrier's label is a file of its own, with a number after the job's key.
        const own = sign?.file.startsWith(`${job.key}.`) ?? false;
        return ok({ ...job, signature: sign && own ? signJob(config, sign) : null });
      });
    },
  );

  app.post(
    '/v0/print/agents',
    { config: { access }, schema: { tags, body: AgentKey, response: { 200: okSchema(z.object({ key: z.string() })) } } },
    async (request) => ok({ key: agentKey(config, (request.body as z.infer<typeof AgentKey>).agentId) }),
  );
}
