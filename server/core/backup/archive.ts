import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable, type Transform } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { BackupError } from './error.ts';
import { ByteReader } from './read-bytes.ts';
import { seal, unseal } from './seal.ts';

/** The format of a backup: entries with a head and a content, compressed as one stream. The manifest is the last entry. */
/** Name of the audit log's anchor file in a backup. It is stored beside the uploaded files. */
export const ANCHOR_ENTRY = 'audit/anchor.log';

const Sequence = z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() });
export type Sequence = z.infer<typeof Sequence>;
const Sum = z.object({ name: z.string(), size: z.number(), rows: z.number(), digest: z.string() });
export type Sum = z.infer<typeof Sum>;

export const Head = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('start'), madeAt: z.string(), migrations: z.int(), lastMigration: z.number(), secretMark: z.string() }),
  z.object({ kind: z.literal('secret') }),
  z.object({ kind: z.literal('table'), name: z.string().min(1), columns: z.array(z.string().min(1)).min(1) }),
  z.object({ kind: z.literal('jobs') }),
  // Only ids, as written by server/modules/settings/files/store.ts, so that no name in a backup can point outside the folder.
  z.object({ kind: z.literal('file'), name: z.union([z.string().regex(/^[0-9a-f]{2}\/[0-9a-f-]{30,40}$/), z.literal(ANCHOR_ENTRY)]) }),
  z.object({ kind: z.literal('end'), sums: z.array(Sum), sequences: z.array(Sequence) }),
]);
export type Head = z.infer<typeof Head>;
export type Entry = { head: Head; content: AsyncIterable<Buffer> };

export const nothing = async function* (): AsyncGenerator<Buffer> {};

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
/** Heads are short, except for the manifest, which names every file. */
const MOST_HEAD = 512 * 1024 * 1024;

async function* encode(entries: AsyncIterable<Entry>): AsyncGenerator<Buffer> {
  for await (const { head, content } of entries) {
    const text = Buffer.from(JSON.stringify(head));
    yield Buffer.concat([u32(text.length), text]);
    for await (const chunk of content) if (chunk.length > 0) yield Buffer.concat([u32(chunk.length), chunk]);
    yield u32(0);
  }
}

/** Returns the bytes of a backup file with these entries. */
export function archiveOf(entries: AsyncIterable<Entry>, passphrase: string | undefined): AsyncGenerator<Buffer> {
  return seal(through(Readable.from(encode(entries)), createGzip({ level: 6 })), passphrase);
}

/** `pipe` does not forward errors: an error of the source must reach the reader of the target. */
function through<T extends Transform>(source: Readable, target: T): T {
  source.on('error', (error) => target.destroy(error));
  // The reader of the stream receives the error. Without this listener it would be an uncaught exception once reading has stopped.
  target.on('error', () => source.destroy());
  return source.pipe(target);
}

async function* contentOf(bytes: ByteReader): AsyncGenerator<Buffer> {
  for (;;) {
    const size = (await bytes.read(4)).readUInt32BE();
    if (size === 0) return;
    yield await bytes.read(size);
  }
}

/**
 * Reads the entries of a backup file in order. Consume each content before requesting the next entry. @throws BackupError if the file is
 * incomplete
 */
export async function* readArchive(path: string, passphrase: string | undefined): AsyncGenerator<Entry> {
  const source = Readable.from(unseal(createReadStream(path, { highWaterMark: 1024 * 1024 }), passphrase));
  const plain = through(source, createGunzip());
  const bytes = new ByteReader(plain);
  try {
    for (;;) {
      const size = (await bytes.read(4)).readUInt32BE();
      if (size > MOST_HEAD) throw new BackupError('The backup is damaged: an entry has no head.');
      const head = Head.parse(JSON.parse((await bytes.read(size)).toString()));
      const content = contentOf(bytes);
      yield { head, content };
      for await (const _chunk of content) continue;
      if (head.kind !== 'end') continue;
      // Reads to the last byte, because the mark of the last frame is checked there.
      if (!(await bytes.isAtEnd())) throw new BackupError('The backup is damaged: something follows its end.');
      return;
    }
  } catch (error) {
    if (error instanceof BackupError) throw error;
    if (error instanceof z.ZodError || error instanceof SyntaxError)
      throw new BackupError('The backup is damaged: an entry cannot be read.');
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
      throw new BackupError('The backup is damaged: it cannot be unpacked.');
    throw error;
  } finally {
    source.destroy();
    plain.destroy();
  }
}

/** Computes size and checksum of a content. */
type Adder = { add: (chunk: Buffer) => void; result: () => Omit<Sum, 'name'> };

function bytesAdder(): Adder {
  const hash = createHash('sha256');
  let size = 0;
  return {
    add(chunk) {
      hash.update(chunk);
      size += chunk.length;
    },
    result: () => ({ size, rows: 0, digest: hash.digest('hex') }),
  };
}

const MODULUS = 1n << 128n;

/**
 * Rows may be in a different order after loading, so each row is hashed separately and the hashes are added. PostgreSQL writes one line
 * for each row and escapes line ends within values.
 */
function rowsAdder(): Adder {
  let sum = 0n;
  let size = 0;
  let rows = 0;
  let rest: Buffer[] = [];
  return {
    add(chunk) {
      size += chunk.length;
      let from = 0;
      for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
        const hash = createHash('sha256');
        for (const part of rest) hash.update(part);
        rest = [];
        sum = (sum + BigInt(`0x${hash.update(chunk.subarray(from, end)).digest('hex').slice(0, 32)}`)) % MODULUS;
        rows += 1;
        from = end + 1;
      }
      if (from < chunk.length) rest.push(chunk.subarray(from));
    },
    result: () => ({ size, rows, digest: sum.toString(16) }),
  };
}

/** Passes a content through and reports its checksum at the end. */
export async function* summed(head: Head, content: AsyncIterable<Buffer>, done: (sum: Sum) => void): AsyncGenerator<Buffer> {
  const adder = head.kind === 'file' ? bytesAdder() : rowsAdder();
  for await (const chunk of content) {
    adder.add(chunk);
    yield chunk;
  }
  done({ name: 'name' in head ? head.name : head.kind, ...adder.result() });
}
