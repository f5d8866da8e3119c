import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { anchorAudit, anchorFile } from '../../server/core/audit/anchor-file.ts';
import { auditKey, sealAudit, unkeyedHash } from '../../server/core/audit/chain.ts';
import { verifyChain } from '../../server/core/audit/verify.ts';
import { createDb, type Db } from '../../server/core/db/client.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';

const key = auditKey({ KONTOR_SECRET: 'a secret of thirty-two characters' });
const log = { info: () => undefined };

describe('the audit log says what was done to it behind the server’s back (P43)', () => {
  let database: TestDatabase;
  let db: Db;
  let dataDir: string;
  let whole: string;

  /** What somebody with all rights on the database could do. */
  const tamper = async (statement: string) => {
    const client = await database.pool.connect();
    await client.query(`begin; set local session_replication_role = replica; ${statement}; commit`);
    client.release();
  };
  const verify = (secret = key) => verifyChain({ db, key: secret, file: anchorFile(dataDir), alone: true });
  const lines = () => whole.trimEnd().split('\n');
  const rewrite = (kept: string[]) => writeFileSync(anchorFile(dataDir), `${kept.join('\n')}\n`);
  const grow = async () => {
    await database.pool.query(
      `insert into lookup (domain, code, text) select 'audit', gen_random_uuid()::text, '{"en":"","cn":"","de":""}' from generate_series(1, 20)`,
    );
    await tamper(`update audit_log set at = at - interval '1 hour' where id > (select coalesce(max(audit_id), 0) from audit_seal)`);
    await sealAudit(createDb(database.appPool), key);
    await anchorAudit({ db: createDb(database.appPool), key, dataDir, log });
  };

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'kontor-audit-'));
    database = await createDatabase({ sample: true });
    db = createDb(database.pool);
    await tamper(`update audit_log set at = at - interval '1 hour'`);
    for (let i = 0; i < 3; i++) await grow();
    whole = readFileSync(anchorFile(dataDir), 'utf8');
    await database.pool.query(
      'create table kept_log as table audit_log; create table kept_seal as table audit_seal; create table kept_anchor as table audit_anchor',
    );
  });
  afterEach(async () => {
    await tamper(
      ['log', 'seal', 'anchor'].map((name) => `delete from audit_${name}; insert into audit_${name} select * from kept_${name}`).join('; '),
    );
    rewrite(lines());
  });
  afterAll(async () => {
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  });

  it('holds for what was written', async () => {
    const found = await verify();
    expect(found.rows).toBeGreaterThan(60);
    expect(found).toMatchObject({ anchors: 4, lines: 3 });
  });

  it('names a row that was changed, removed, or slipped in', async () => {
    await tamper('update audit_log set area = area || $$x$$ where id = 5');
    await expect(verify()).rejects.toThrow('row 5 was changed');
    await tamper('update audit_log set area = left(area, -1) where id = 5; delete from audit_log where id = 7');
    await expect(verify()).rejects.toThrow('row 7 was removed');
    await tamper('insert into audit_log select * from kept_log where id = 7; delete from audit_seal where audit_id = 7');
    await expect(verify()).rejects.toThrow('row 7 has no seal');
  });

  it('misses rows that were removed from the end together with their seals', async () => {
    await tamper(
      `delete from audit_log where id > (select max(audit_id) - 5 from kept_seal); delete from audit_seal where audit_id > (select max(audit_id) - 5 from kept_seal)`,
    );
    await expect(verify()).rejects.toThrow(/the seal of row \d+ was removed, which anchor 4 signed/);
  });

  it('misses them too where the anchors went with them: the file outside of the database has more', async () => {
    await tamper(`delete from audit_log where id > 10; delete from audit_seal where audit_id > 10; delete from audit_anchor where seq > 1`);
    await expect(verify()).rejects.toThrow('anchor 2 was removed from the database');
    await tamper(`delete from audit_seal; delete from audit_anchor`);
    await expect(verify()).rejects.toThrow('anchor 2 was removed from the database');
  });

  it('misses seals that were removed, while the rows stand', async () => {
    await tamper('delete from audit_seal where audit_id > (select max(audit_id) - 30 from kept_seal)');
    await expect(verify()).rejects.toThrow(/the seal of row \d+ was removed/);
  });

  it('sees a chain that was computed anew without the key', async () => {
    const { rows } = await database.pool.query('select audit_id from audit_seal order by audit_id');
    await tamper('update audit_log set action = $$purge$$ where id = 5');
    const hash = unkeyedHash(Buffer.alloc(32), 'whatever fits');
    await tamper(`update audit_seal set hash = decode('${hash.toString('hex')}', 'hex')`);
    await expect(verify()).rejects.toThrow(`row ${rows[0].audit_id} was changed, or its seal was`);
    await expect(verify(auditKey({ KONTOR_SECRET: 'another secret of thirty-two chars' }))).rejects.toThrow(
      'was not signed with this KONTOR_SECRET',
    );
  });

  it('names an anchor and a line of the file that were removed or changed', async () => {
    await tamper('delete from audit_anchor where seq = 3');
    await expect(verify()).rejects.toThrow('anchor 3 was removed');
    await tamper(
      'insert into audit_anchor select * from kept_anchor where seq = 3; update audit_anchor set count = count - 1 where seq = 2',
    );
    await expect(verify()).rejects.toThrow('anchor 2 was not signed');
    await tamper('update audit_anchor set count = count + 1 where seq = 2');
    for (const at of [1, 2, 3]) {
      rewrite(lines().filter((_, i) => i !== at));
      await expect(verify()).rejects.toThrow(`the line of anchor ${at + 1}`);
    }
    rewrite(lines().map((line, i) => (i === 2 ? line.replace('"count":', '"count":1') : line)));
    await expect(verify()).rejects.toThrow('line 3 of the anchor file (anchor 3) was not signed');
    rmSync(anchorFile(dataDir));
    await expect(verify()).rejects.toThrow('the line of anchor 2');
  });

  it('goes on from a log that a version without a key sealed, and still notices changes in that part', async () => {
    const old = await createDatabase({ sample: true });
    const folder = mkdtempSync(join(tmpdir(), 'kontor-audit-'));
    try {
      const oldDb = createDb(old.pool);
      const { rows } = await old.pool.query(
        `select id, concat_ws('|', id, to_char(at at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS.MS'), area, row_id, action, before::text, after::text, user_id, session_id, request_id) as text from audit_log order by id limit 20`,
      );
      let hash: Buffer = Buffer.alloc(32);
      for (const { id, text } of rows) {
        hash = unkeyedHash(hash, text);
        await old.pool.query(`insert into audit_seal (audit_id, day, hash) values ($1, '2026-01-01', $2)`, [id, hash]);
      }
      await old.pool.query(
        `begin; set local session_replication_role = replica; update audit_log set at = at - interval '1 hour' where id > ${rows.at(-1)?.id}; commit`,
      );
      await sealAudit(oldDb, key);
      await anchorAudit({ db: oldDb, key, dataDir: folder, log });
      const check = () => verifyChain({ db: oldDb, key, file: anchorFile(folder), alone: true });
      expect((await check()).rows).toBeGreaterThan(20);
      await old.pool.query(
        `begin; set local session_replication_role = replica; update audit_log set area = 'x' where id = ${rows[3].id}; commit`,
      );
      await expect(check()).rejects.toThrow(`row ${rows[3].id} was changed`);
    } finally {
      await old.drop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  });
});
