import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { policyStatements } from '../../server/core/db/access.ts';
import { AREAS } from '../../server/modules/index.ts';
import { CALL_NAMES, type Lacking, makeLacking, openCalls } from './calls.ts';
import { APPLICATION, APPLICATION_GUARDS, CALL_GUARDS, DATABASE, DATABASE_GUARDS } from './guards.ts';
import { leaksOf, missingOf, waysOf } from './reading.ts';
import { without } from './switches.ts';
import { makeWorld, type World } from './tenants.ts';

let world: World;
let lacking: Lacking;
beforeAll(async () => {
  world = await makeWorld();
  lacking = await makeLacking(world);
});
afterAll(() => world.server.close());

describe('what belongs to one merchant or carrier does not exist for another, in every area (P17)', () => {
  it('each reads the own rows', async () => {
    expect(await missingOf(world)).toEqual([]);
  });

  it.each(waysOf('application'))('%s: the conditions of the application are enough without row-level security', async (way) => {
    expect(await without([DATABASE], () => leaksOf(world, way, { net: 'application' }))).toEqual([]);
  });

  it.each(waysOf('database'))('%s: row-level security is enough without the conditions of the application', async (way) => {
    expect(await without([APPLICATION], () => leaksOf(world, way, { net: 'database' }))).toEqual([]);
  });
});

describe('nobody does what their privileges do not name (P18)', () => {
  it.each(CALL_NAMES)('%s are refused', async (name) => {
    expect(await openCalls({ world, ...lacking }, name)).toEqual([]);
  });
});

/** Makes the policies of every table anew. */
const derivePolicies = async (): Promise<void> => {
  const statements = [...AREAS.values()].flatMap((entry) => policyStatements(AREAS, entry));
  await world.server.pool.query(statements.join(';\n'));
};

const named = (guards: readonly { name: string; shownBy: string }[]) => guards.map(({ name, shownBy }) => [name, shownBy] as const);

describe('each guard of rows and calls is missed when it is removed', () => {
  it.each(named(APPLICATION_GUARDS))('%s: seen in %s', async (name, shownBy) => {
    const found = await without([DATABASE, name], () => leaksOf(world, shownBy, { net: 'application', first: true }));
    expect(found).not.toEqual([]);
  });

  it.each(named(DATABASE_GUARDS))('%s: seen in %s', async (name, shownBy) => {
    const found = await without([APPLICATION, name], async () => {
      await derivePolicies();
      return leaksOf(world, shownBy, { net: 'database', first: true });
    });
    await derivePolicies();
    expect(found).not.toEqual([]);
  });

  it.each(named(CALL_GUARDS))('%s: seen in %s', async (name, shownBy) => {
    const found = await without([name], () => openCalls({ world, ...lacking }, shownBy, true));
    expect(found).not.toEqual([]);
  });

  it(`${DATABASE}: seen in lists`, async () => {
    const found = await without([APPLICATION, DATABASE], () => leaksOf(world, 'lists', { net: 'database', first: true }));
    expect(found).not.toEqual([]);
  });
});
