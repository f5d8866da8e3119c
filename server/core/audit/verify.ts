import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { rowsOf } from '../http/select.ts';
import { type AnchorLines, readAnchorFile } from './anchor-file.ts';
import { type Anchor, readAnchors, signature } from './anchors.ts';
import { keyedHash, SEALED_TEXT, START, unkeyedHash } from './chain.ts';

const BATCH = 5_000;

/** The first mismatch between the log, its seals, its anchors and the anchor file. The message is written for the user of the check. */
export class AuditBroken extends Error {
  constructor(what: string) {
    super(`The audit log is broken: ${what}.`);
  }
}

export type Verifying = {
  db: Db;
  key: Buffer;
  /** The anchor file of this data folder. */
  file: string;
  /** True if no other node has a data folder of its own, so that every anchor must be in this file. */
  alone: boolean;
};
export type Verified = { rows: number; anchors: number; lines: number; notes: string[] };

/** Compares chain, seals, anchors and the anchor file (P43). @throws AuditBroken with the first break */
export async function verifyChain({ db, key, file, alone }: Verifying): Promise<Verified> {
  const anchors = await readAnchors(db);
  const notes: string[] = [];
  checkSignatures(anchors, key);
  const lines = await readAnchorFile(file);
  // The file is checked first: if it has more than the database, the database cannot be trusted.
  checkFile(anchors, lines, key, alone, notes);
  if (anchors.length === 0) notes.push('Nothing is signed yet: the server does so within minutes of its first start.');
  const rows = await checkRows(db, key, anchors);
  await checkAnchored(db, anchors);
  notes.push(...(await gapNotes(db)));
  return { rows, anchors: anchors.length, lines: lines?.lines.length ?? 0, notes };
}

function checkSignatures(anchors: readonly Anchor[], key: Buffer): void {
  anchors.forEach(({ mac, ...anchor }, i) => {
    if (anchor.seq !== i + 1) throw new AuditBroken(`anchor ${i + 1} was removed`);
    if (signature(key, anchor) !== mac)
      throw new AuditBroken(`anchor ${anchor.seq} was not signed with this KONTOR_SECRET, or it was changed`);
  });
}

function checkFile(anchors: readonly Anchor[], file: AnchorLines | null, key: Buffer, alone: boolean, notes: string[]): void {
  const known = new Map(anchors.map((anchor) => [anchor.seq, anchor]));
  const lines = file?.lines ?? [];
  const seen = new Set<number>();
  lines.forEach((line, i) => {
    // Line 1 is the head of the file.
    const at = `line ${i + 2} of the anchor file`;
    if (line === null) throw new AuditBroken(`${at} cannot be read`);
    const { mac, ...anchor } = line;
    if (signature(key, anchor) !== mac)
      throw new AuditBroken(`${at} (anchor ${line.seq}) was not signed with this KONTOR_SECRET, or it was changed`);
    const row = known.get(line.seq);
    if (!row)
      throw new AuditBroken(
        `anchor ${line.seq} was removed from the database; ${at} says that row ${line.auditId} was sealed by ${line.at}`,
      );
    if (row.mac !== mac) throw new AuditBroken(`anchor ${line.seq} is another one than in ${at}`);
    seen.add(line.seq);
  });
  for (const { seq, folder, at } of anchors) {
    if (seq === 1 || seen.has(seq)) continue;
    if (folder === file?.folder || alone) throw new AuditBroken(`the line of anchor ${seq} (${at}) is missing in the anchor file`);
  }
  const elsewhere = anchors.filter(({ seq, folder }) => seq > 1 && folder !== file?.folder).length;
  if (elsewhere > 0) notes.push(`${elsewhere} anchors have their lines in the data folders of other nodes: check there too.`);
}

/** Checks every row against its seal, in order. */
async function checkRows(db: Db, key: Buffer, anchors: readonly Anchor[]): Promise<number> {
  let hash = START;
  let last = '0';
  let checked = 0;
  const unkeyedUntil = anchors[0]?.unkeyedUntil ?? Number.POSITIVE_INFINITY;
  for (;;) {
    // A full join: a removed row leaves a seal without a row, an inserted row has no seal.
    const rows = rowsOf(
      await db.execute(sql`
        select coalesce(l.id, s.audit_id)::text as id, l.id is null as "isRemoved", s.hash, x.text
        from (select * from audit_log where id > ${last}::bigint and id <= (select max(audit_id) from audit_seal)) l
        full join (select * from audit_seal where audit_id > ${last}::bigint) s on s.audit_id = l.id
        left join lateral (select ${SEALED_TEXT} as text from audit_log where id = l.id) x on true
        order by coalesce(l.id, s.audit_id) limit ${BATCH}`),
    );
    for (const { id, isRemoved, hash: seal, text } of rows) {
      last = String(id);
      if (isRemoved === true) throw new AuditBroken(`row ${last} was removed`);
      if (!Buffer.isBuffer(seal)) throw new AuditBroken(`row ${last} has no seal, though later rows have one`);
      hash = Number(last) <= unkeyedUntil ? unkeyedHash(hash, String(text)) : keyedHash(key, hash, String(text));
      if (!hash.equals(seal)) throw new AuditBroken(`row ${last} was changed, or its seal was`);
      checked += 1;
    }
    if (rows.length < BATCH) return checked;
  }
}

/** Checks every anchor against the seals it signed. */
async function checkAnchored(db: Db, anchors: readonly Anchor[]): Promise<void> {
  let from = 0;
  let count = 0;
  for (const anchor of anchors) {
    const [row] = rowsOf(
      await db.execute(sql`select (select encode(hash, 'hex') from audit_seal where audit_id = ${anchor.auditId}) as hash,
        (select count(*)::float8 from audit_seal where audit_id > ${from} and audit_id <= ${anchor.auditId}) as n, (select max(audit_id)::text from audit_seal) as last`),
    );
    if (anchor.auditId > 0 && row?.['hash'] === null) {
      const kept = row['last'] === null ? 'none is left' : `the last one left is row ${String(row['last'])}`;
      throw new AuditBroken(`the seal of row ${anchor.auditId} was removed, which anchor ${anchor.seq} signed on ${anchor.at}; ${kept}`);
    }
    count += Number(row?.['n'] ?? 0);
    if (anchor.auditId > 0 && (row?.['hash'] !== anchor.hash || count !== anchor.count))
      throw new AuditBroken(`the seals up to row ${anchor.auditId} are not those that anchor ${anchor.seq} signed on ${anchor.at}`);
    from = anchor.auditId;
  }
}

/** Notes about gaps, which are not proof of a change but worth a look. */
async function gapNotes(db: Db): Promise<string[]> {
  const [row] = rowsOf(
    await db.execute(sql`select (select last_value from audit_log_id_seq)::float8 - coalesce((select max(id) from audit_log), 0)::float8 as gap,
      (select count(*)::float8 from audit_log where id > coalesce((select max(audit_id) from audit_seal), 0) and at < now() - interval '1 hour') as late`),
  );
  const [gap, late] = [Number(row?.['gap'] ?? 0), Number(row?.['late'] ?? 0)];
  return [
    ...(gap > 1
      ? [`${gap} numbers after the last row were given and are not there: roll-backs leave such gaps, and so does removing rows.`]
      : []),
    ...(late > 0 ? [`${late} rows are older than an hour and have no seal: no server has sealed since.`] : []),
  ];
}
