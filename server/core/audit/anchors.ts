import { createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { rowsOf } from '../http/select.ts';

/**
 * A signed state of the chain: the last sealed row, the number of sealed rows, and the hash. Numbered, and signed together with its
 * predecessor.
 */
export type Anchor = {
  seq: number;
  at: string;
  auditId: number;
  count: number;
  hash: string;
  unkeyedUntil: number;
  folder: string;
  /** The signature of the previous anchor; empty for the first. */
  previous: string;
  mac: string;
};

/** Folder of the first anchor, which marks the start of the keyed seals. It is not in any file. */
export const NO_FOLDER = '-';
const SIGNED = ['seq', 'at', 'auditId', 'count', 'hash', 'unkeyedUntil', 'folder', 'previous'] as const;

export const signature = (key: Buffer, anchor: Omit<Anchor, 'mac'>): string =>
  createHmac('sha256', key)
    .update(JSON.stringify(['anchor', ...SIGNED.map((name) => anchor[name])]))
    .digest('hex');

/** All anchors in order. `previous` is the signature of the preceding row, so a removed row invalidates the next signature. */
export async function readAnchors(db: Db, after = 0): Promise<Anchor[]> {
  const rows = rowsOf(
    await db.execute(sql`select a.seq::int as seq, a.at, a.audit_id::float8 as "auditId", a.count::float8 as count, encode(a.hash, 'hex') as hash,
      a.unkeyed_until::float8 as "unkeyedUntil", a.folder, encode(a.mac, 'hex') as mac,
      coalesce(lag(encode(a.mac, 'hex')) over (order by a.seq), '') as previous from audit_anchor a where a.seq >= ${after} order by a.seq`),
  );
  return (rows as Anchor[]).filter(({ seq }) => seq > after);
}

export async function lastAnchor(db: Db): Promise<Anchor | null> {
  const [row] = rowsOf(await db.execute(sql`select coalesce(max(seq), 0)::int as seq from audit_anchor`));
  const [last] = await readAnchors(db, Number(row?.['seq'] ?? 0) - 1);
  return last ?? null;
}

/** @returns the anchor as written */
async function writeAnchor(tx: Db, key: Buffer, unsigned: Omit<Anchor, 'mac'>): Promise<Anchor> {
  const anchor = { ...unsigned, mac: signature(key, unsigned) };
  await tx.execute(sql`insert into audit_anchor (seq, at, audit_id, count, hash, unkeyed_until, folder, mac) values (${anchor.seq}, ${anchor.at}, ${anchor.auditId},
    ${anchor.count}, decode(${anchor.hash}, 'hex'), ${anchor.unkeyedUntil}, ${anchor.folder}, decode(${anchor.mac}, 'hex'))`);
  return anchor;
}

type Sealed = { id: number; hash: string; count: number };

/** The last seal, and the number of seals after `from`. */
async function sealed(tx: Db, from: number): Promise<Sealed | null> {
  const [row] = rowsOf(
    await tx.execute(sql`select audit_id::float8 as id, encode(hash, 'hex') as hash, (select count(*)::float8 from audit_seal where audit_id > ${from}) as count
      from audit_seal order by audit_id desc limit 1`),
  );
  return row ? (row as Sealed) : null;
}

/** Creates the first anchor before the first keyed seal. Call it while holding the lock of the audit log. */
export async function firstAnchor(tx: Db, key: Buffer): Promise<void> {
  if (await lastAnchor(tx)) return;
  const last = await sealed(tx, 0);
  const [id, hash, count] = [last?.id ?? 0, last?.hash ?? '', last?.count ?? 0];
  const at = new Date().toISOString();
  await writeAnchor(tx, key, { seq: 1, at, auditId: id, count, hash, unkeyedUntil: id, folder: NO_FOLDER, previous: '' });
}

/**
 * Creates the next anchor if seals were added since the last one, or if this folder has none of today. Call it while holding the lock of
 * the audit log.
 */
export async function nextAnchor(tx: Db, key: Buffer, folder: string): Promise<Anchor | null> {
  const last = await lastAnchor(tx);
  if (!last) return null;
  const now = await sealed(tx, last.auditId);
  const at = new Date().toISOString();
  if (!now) return null;
  const [today] = rowsOf(
    await tx.execute(sql`select exists (select from audit_anchor where folder = ${folder} and left(at, 10) = ${at.slice(0, 10)}) as there`),
  );
  if (now.id === last.auditId && today?.['there'] === true) return null;
  return writeAnchor(tx, key, {
    seq: last.seq + 1,
    at,
    auditId: now.id,
    count: last.count + now.count,
    hash: now.hash,
    unkeyedUntil: last.unkeyedUntil,
    folder,
    previous: last.mac,
  });
}
