/** The guided tour of the sample house: its steps open declared screens, and its texts exist. */
import { beforeAll, describe, expect, it } from 'vitest';
import { LOCALES } from '#contract/core/limits';
import { JOB_NAMES, JOBS } from '../../src/core/tour/jobs.ts';
import { matchRoute, registerRoutes } from '../../src/providers/routes.ts';
import { AREAS } from '../../src/resources/index.ts';
import { textsOf } from '../support/texts.ts';

const ROW = { id: '01a20d69-6979-7362-840d-bdc25b546709', no: 'O-1' };

describe.each(JOB_NAMES)('the job %s', (job) => {
  const { steps, start } = JOBS[job];
  beforeAll(() => registerRoutes(AREAS));

  it('has four to seven steps, each with one sentence in three languages and none besides', () => {
    expect(steps.length).toBeGreaterThanOrEqual(4);
    expect(steps.length).toBeLessThanOrEqual(7);
    for (const locale of LOCALES) {
      const texts = [...textsOf(locale, 'tour').keys()].filter((key) => key.startsWith(`jobs.${job}.steps.`));
      expect(texts).toEqual(steps.map(({ key }) => `jobs.${job}.steps.${key}`));
    }
  });

  it('opens screens that are declared, where its step is done', () => {
    expect(matchRoute(start)).not.toBeNull();
    for (const { path, done } of steps) {
      if (path === undefined) continue;
      const [opened = ''] = (typeof path === 'string' ? path : path(ROW)).split('?');
      expect(matchRoute(opened), opened).not.toBeNull();
      if (done?.kind === 'at') expect(opened).toMatch(done.path);
    }
  });
});
