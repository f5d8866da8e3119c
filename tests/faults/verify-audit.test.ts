import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyAudit } from '../../server/commands/verify-audit.ts';
import { createDb } from '../../server/db/client.ts';
import { sealAudit } from '../../server/jobs/maintenance.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';

describe('the chain over the audit log (P43)', () => {
  let database: TestDatabase;

  /** What somebody with all rights on the database could do behind our back. */
  const tamper = async (statement: string) => {
    const client = await database.pool.connect();
    await client.query(`begin; set local session_replication_role = replica; ${statement}; commit`);
    client.release();
  };

  beforeAll(async () => {
    database = await createDatabase({ sample: true });
    await tamper(`update audit_log set at = at - interval '1 hour'`);
    await sealAudit(createDb(database.pool));
  });
  afterAll(() => database.drop());

  it('holds for what was written', async () => {
    expect((await database.pool.query('select from audit_seal')).rowCount).toBeGreaterThan(10);
    await expect(verifyAudit(database.pool)).resolves.toBeUndefined();
  });

  it('names a row that was changed', async () => {
    await tamper('update audit_log set area = area || $$x$$ where id = 5');
    await expect(verifyAudit(database.pool)).rejects.toThrow('row 5 was changed');
    await tamper('update audit_log set area = left(area, -1) where id = 5');
    await expect(verifyAudit(database.pool)).resolves.toBeUndefined();
  });

  it('names a row that was slipped in, and one that was removed', async () => {
    await tamper(`create table kept as select * from audit_log where id = 7; delete from audit_log where id = 7`);
    await expect(verifyAudit(database.pool)).rejects.toThrow('row 7 was removed');
    await tamper('insert into audit_log select * from kept; delete from audit_seal where audit_id = 7');
    await expect(verifyAudit(database.pool)).rejects.toThrow('row 7 has no seal');
  });
});
