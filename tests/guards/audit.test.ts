import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditFaults, makeWriter, type Writer } from './audit.ts';
import { AUDIT_GUARDS, PERSON } from './guards.ts';
import { without, withoutSql } from './switches.ts';

let writer: Writer;
beforeAll(async () => {
  writer = await makeWriter();
});
afterAll(() => writer.server.close());

it('each call that writes leaves one audit entry in every area, with the person who signed in, before and after (P43)', async () => {
  expect(await auditFaults(writer)).toEqual([]);
});

describe('each part of the audit is missed when it is removed', () => {
  it.each(AUDIT_GUARDS.map((guard) => [guard.name, guard] as const))('%s', async (_name, guard) => {
    expect(await withoutSql(writer.server.pool, guard, () => auditFaults(writer, { verbs: [guard.verb], first: true }))).not.toEqual([]);
  });

  it(PERSON, async () => {
    expect(await without([PERSON], () => auditFaults(writer, { verbs: ['create'], first: true }))).not.toEqual([]);
  });
});
