import { describe, expect, it } from 'vitest';
import { allows, routeAllowed } from '#contract/core/access';
import { BUILT_IN_ROLES } from '../../server/core/db/roles.ts';
import { AREAS } from '../../src/resources/index.ts';

const pathsOf = (area: string): string[] => AREAS.find((one) => one.area === area)?.routes.map(({ path }) => path) ?? [];

describe('a role opens the pages of what it may do', () => {
  it.each(
    BUILT_IN_ROLES.filter(({ privileges }) => allows(new Set(privileges), 'devRequirements.read')).map(
      ({ key, routes }) => [key, routes] as const,
    ),
  )('%s may vote for requirements, and opens their list, board and pages', (_, routes) => {
    const closed = pathsOf('devRequirements').flatMap((path) => [path, `${path}/0190`]);
    expect(closed.filter((path) => !routeAllowed(routes, path))).toEqual([]);
  });

  // Statements of account, agreed payments and blocks of dunning are actions of these records.
  it.each(
    BUILT_IN_ROLES.filter(({ privileges }) => allows(new Set(privileges), 'invoices.update')).map(
      ({ key, routes }) => [key, routes] as const,
    ),
  )('%s writes invoices, and opens the record of each merchant and customer that they go to', (_, routes) => {
    for (const area of ['merchants', 'customers']) expect(pathsOf(area).some((path) => routeAllowed(routes, `${path}/0190`))).toBe(true);
  });
});
