import { createHash, createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { derivedKey } from '../derived-key.ts';
import { rowsOf } from '../http/select.ts';
import { firstAnchor } from './anchors.ts';

/** Rows sealed in one transaction. 5,000 at once kept the process from answering for a quarter of a second. */
const SEAL_BATCH = 250;
/** Advisory lock held while sealing or anchoring, so that two nodes do not extend the chain at the same time. */
const AUDIT_LOCK = 72_402;

/** The key is not in the database: its owner can change rows and seals, but cannot compute valid seals. */
export const auditKey = (config: { KONTOR_SECRET: string }): Buffer => derivedKey(config.KONTOR_SECRET, 'audit chain');

/** The text covered by a seal. PostgreSQL builds it for both sealing and checking. */
export const SEALED_TEXT = sql`concat_ws('|', id, to_char(at at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS.MS'), area, row_id, action, before::text, after::text, user_id, session_id, request_id)`;

export const START: Buffer = Buffer.alloc(32);

/** Hash of the row and the preceding hash. */
export const keyedHash = (key: Buffer, previous: Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(previous).update(text).digest();
/** The hash used by versions without a key. */
export const unkeyedHash = (previous: Buffer, text: string): Buffer => createHash('sha256').update(previous).update(text).digest();

export const lockAudit = (tx: Pick<Db, 'execute'>): Promise<unknown> => tx.execute(sql`select pg_advisory_xact_lock(${AUDIT_LOCK})`);

/** Seals the audit rows that have no seal yet (P43). Returns their number. */
export async function sealAudit(db: Db, key: Buffer): Promise<number> {
  let sealed = 0;
  for (;;) {
    const some = await sealBatch(db, key);
    sealed += some;
    if (some < SEAL_BATCH) return sealed;
  }
}

/** Seals the oldest of them. */
function sealBatch(db: Db, key: Buffer): Promise<number> {
  return db.transaction(async (tx) => {
    await lockAudit(tx);
    const [last] = rowsOf(await tx.execute(sql`select audit_id::text as id, hash from audit_seal order by audit_id desc limit 1`));
    // Before the first keyed seal: records, signed, up to which row the seals have no key.
    await firstAnchor(tx, key);
    let hash = Buffer.isBuffer(last?.['hash']) ? last['hash'] : START;
    // A running transaction may still commit a smaller id, so rows of the last minutes are not sealed yet.
    const rows = rowsOf(
      await tx.execute(
        sql`select id::text as id, to_char(at at time zone 'utc', 'YYYY-MM-DD') as day, ${SEALED_TEXT} as text from audit_log
          where id > ${String(last?.['id'] ?? '0')}::bigint and at < now() - interval '2 minutes' order by audit_log.id limit ${SEAL_BATCH}`,
      ),
    );
    const seals = rows.map((row) => {
      hash = keyedHash(key, hash, String(row['text']));
      return { id: String(row['id']), day: String(row['day']), hash: hash.toString('hex') };
    });
    // One statement: a busy house writes hundreds of audit rows a second, and a statement each would slow the scans beside it.
    if (seals.length > 0)
      await tx.execute(
        sql`insert into audit_seal (audit_id, day, hash) select id, day, decode(hash, 'hex')
          from jsonb_to_recordset(${JSON.stringify(seals)}::jsonb) as s(id bigint, day text, hash text)`,
      );
    return seals.length;
  });
}
