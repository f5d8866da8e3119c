import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { HideSetup, SETUP_STEPS, Setup, SetupCompany, SkipSetupStep, StoredCompany } from '#contract/settings/setup';
import { ok, okSchema } from '../../core/http/answers.ts';
import type { AppContext } from '../../core/http/context.ts';
import { actorOf } from '../../core/http/session.ts';
import { asActor, write } from '../../core/http/write.ts';
import { lockSetup, putSetting, readCompany, saveCompany } from './setup-company.ts';
import { HIDDEN, readSetup, SKIPPED } from './setup-steps.ts';

const tags = ['system'];
const access = 'privilege:settings.update' as const;
const Answer = okSchema(Setup);
const Step = z.object({ step: z.enum(SETUP_STEPS) });

/** The guided set-up of a production house. Its state is stored in the data, so it continues on any computer. */
export function setupRoutes(app: FastifyInstance, { db, config }: AppContext): void {
  app.get('/v0/setup', { config: { access, passive: true }, schema: { tags, response: { 200: Answer } } }, (request) =>
    asActor(db, actorOf(request), request.id, async (tx) => ok(await readSetup(tx, config))),
  );

  app.put(
    '/v0/setup/steps/:step',
    { config: { access }, schema: { tags, params: Step, body: SkipSetupStep, response: { 200: Answer } } },
    (request) => {
      const { step } = Step.parse(request.params);
      const { skipped } = SkipSetupStep.parse(request.body);
      return write(db, request, actorOf(request), async (tx) => {
        await lockSetup(tx);
        const { steps } = await readSetup(tx, config);
        const before = (steps ?? []).filter(({ state }) => state === 'skipped').map(({ key }) => key);
        const others = before.filter((key) => key !== step);
        await putSetting(tx, SKIPPED, skipped ? [...others, step] : others);
        return ok(await readSetup(tx, config));
      });
    },
  );

  /** Removes the line about the set-up from Home, for all administrators, or shows it again. */
  app.put('/v0/setup/hidden', { config: { access }, schema: { tags, body: HideSetup, response: { 200: Answer } } }, (request) => {
    const { hidden } = HideSetup.parse(request.body);
    return write(db, request, actorOf(request), async (tx) => {
      await putSetting(tx, HIDDEN, hidden ? new Date().toISOString() : null);
      return ok(await readSetup(tx, config));
    });
  });

  app.get('/v0/setup/company', { config: { access }, schema: { tags, response: { 200: okSchema(StoredCompany) } } }, (request) =>
    asActor(db, actorOf(request), request.id, async (tx) => ok(await readCompany(tx))),
  );

  app.put('/v0/setup/company', { config: { access }, schema: { tags, body: SetupCompany, response: { 200: Answer } } }, (request) => {
    const company = SetupCompany.parse(request.body);
    return write(db, request, actorOf(request), async (tx) => {
      await saveCompany(tx, company);
      return ok(await readSetup(tx, config));
    });
  });
}
