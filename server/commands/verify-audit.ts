import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { createDb } from '../db/client.ts';
import { rowsOf } from '../http/select.ts';
import { chainHash, SEALED_TEXT } from '../jobs/maintenance.ts';
import { CommandError } from './command.ts';

const BATCH = 5_000;

/** Recomputes the hash chain over the audit log (reliability.md P43) and names the first row that does not fit. */
export async function verifyAudit(pool: Pool): Promise<void> {
  const db = createDb(pool);
  let hash: Buffer = Buffer.alloc(32);
  let last = '0';
  let checked = 0;
  for (;;) {
    // Both sides in full: a removed row leaves a seal without a row, a row slipped in between stands without a seal.
    const rows = rowsOf(
      await db.execute(sql`
        select coalesce(l.id, s.audit_id)::text as id, l.id is null as "isRemoved", s.hash, x.text
        from (select * from audit_log where id > ${last}::bigint and id <= (select max(audit_id) from audit_seal)) l
        full join (select * from audit_seal where audit_id > ${last}::bigint) s on s.audit_id = l.id
        left join lateral (select ${SEALED_TEXT} as text from audit_log where id = l.id) x on true
        order by coalesce(l.id, s.audit_id) limit ${BATCH}`),
    );
    for (const { id, isRemoved, hash: sealed, text } of rows) {
      last = String(id);
      if (isRemoved === true) throw broken(last, 'was removed');
      if (!Buffer.isBuffer(sealed)) throw broken(last, 'has no seal, though later rows have one');
      hash = chainHash(hash, String(text));
      if (!hash.equals(sealed)) throw broken(last, 'was changed, or its seal was');
      checked += 1;
    }
    if (rows.length < BATCH) break;
  }
  process.stdout.write(`${checked} sealed rows of the audit log are as they were written.\n`);
}

const broken = (id: string, what: string): CommandError => new CommandError(`The audit log is broken: row ${id} ${what}.`);
