import { createCipheriv, createDecipheriv, createHash, randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { BackupError } from './error.ts';
import { ByteReader } from './read-bytes.ts';

/**
 * The outermost layer of a backup file: frames of at most a megabyte, each with a mark over its position, content and whether it is the
 * last. Changed, moved, missing or added frames are detected. With a passphrase the frames are encrypted (AES-256-GCM, SP 800-38D; one
 * key for each file by scrypt, RFC 7914; the nonce is the frame number, as in the STREAM construction). Without one they have a checksum.
 */
const MAGIC = 'KONTOR BACKUP 1\n';
const FRAME = 1024 * 1024;
const MARK = 16;
const LAST = 0x8000_0000;
/** 32 MB of memory and a tenth of a second for each guess. */
const SCRYPT: ScryptOptions = { N: 32_768, r: 8, p: 1, maxmem: 128 * 1024 * 1024 };

const Header = z.object({ cipher: z.enum(['none', 'aes-256-gcm']), salt: z.string() });
type Header = z.infer<typeof Header>;
type Layer = {
  seal: (index: number, isLast: boolean, content: Buffer) => Buffer;
  open: (index: number, isLast: boolean, frame: Buffer) => Buffer;
};

const nonceOf = (index: number): Buffer => {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(index), 4);
  return nonce;
};
const aboutOf = (header: string, index: number, isLast: boolean): Buffer => Buffer.from(`${header}\n${index} ${isLast}`);

function plain(header: string): Layer {
  const markOf = (index: number, isLast: boolean, content: Buffer): Buffer =>
    createHash('sha256')
      .update(aboutOf(header, index, isLast))
      .update(content)
      .digest()
      .subarray(0, MARK);
  return {
    seal: (index, isLast, content) => Buffer.concat([markOf(index, isLast, content), content]),
    open: (index, isLast, frame) => {
      const content = frame.subarray(MARK);
      if (!timingSafeEqual(markOf(index, isLast, content), frame.subarray(0, MARK))) throw damaged(index);
      return content;
    },
  };
}

function encrypted(header: string, key: Buffer): Layer {
  return {
    seal: (index, isLast, content) => {
      const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index)).setAAD(aboutOf(header, index, isLast));
      const body = Buffer.concat([cipher.update(content), cipher.final()]);
      return Buffer.concat([cipher.getAuthTag(), body]);
    },
    open: (index, isLast, frame) => {
      const cipher = createDecipheriv('aes-256-gcm', key, nonceOf(index)).setAAD(aboutOf(header, index, isLast));
      cipher.setAuthTag(frame.subarray(0, MARK));
      try {
        return Buffer.concat([cipher.update(frame.subarray(MARK)), cipher.final()]);
      } catch {
        throw index === 0 ? new BackupError('The passphrase is not the one of this backup, or the backup is damaged.') : damaged(index);
      }
    },
  };
}

const damaged = (index: number): BackupError => new BackupError(`The backup is damaged: part ${index + 1} is not as it was written.`);

const keyOf = (passphrase: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => scrypt(passphrase, salt, 32, SCRYPT, (error, key) => (error ? reject(error) : resolve(key))));

async function layerOf(header: Header, text: string, passphrase: string | undefined): Promise<Layer> {
  if (header.cipher === 'none') return plain(text);
  if (passphrase === undefined) throw new BackupError('The backup is encrypted: set BACKUP_PASSPHRASE.');
  return encrypted(text, await keyOf(passphrase, Buffer.from(header.salt, 'hex')));
}

function framed(layer: Layer, index: number, isLast: boolean, content: Buffer): Buffer {
  const frame = layer.seal(index, isLast, content);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(isLast ? frame.length + LAST : frame.length);
  return Buffer.concat([length, frame]);
}

/** Returns the bytes of a backup file. */
export async function* seal(source: AsyncIterable<Buffer>, passphrase: string | undefined): AsyncGenerator<Buffer> {
  const header: Header = { cipher: passphrase === undefined ? 'none' : 'aes-256-gcm', salt: randomBytes(16).toString('hex') };
  const text = JSON.stringify(header);
  const layer = await layerOf(header, text, passphrase);
  yield Buffer.from(`${MAGIC}${text}\n`);
  let index = 0;
  let parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of source) {
    parts.push(chunk);
    size += chunk.length;
    if (size <= FRAME) continue;
    const all = Buffer.concat(parts);
    let at = 0;
    for (; all.length - at > FRAME; at += FRAME) yield framed(layer, index++, false, all.subarray(at, at + FRAME));
    parts = [all.subarray(at)];
    size = all.length - at;
  }
  yield framed(layer, index, true, Buffer.concat(parts));
}

/** Returns the sealed content. @throws BackupError if the file is incomplete */
export async function* unseal(source: AsyncIterable<Buffer>, passphrase: string | undefined): AsyncGenerator<Buffer> {
  const bytes = new ByteReader(source);
  const magic = await bytes.read(MAGIC.length).catch(() => null);
  if (magic?.toString() !== MAGIC) throw new BackupError('This file is no backup of Kontor.');
  const text = await bytes.line(1_000);
  const header = readHeader(text);
  const layer = await layerOf(header, text, passphrase);
  for (let index = 0; ; index++) {
    const length = (await bytes.read(4)).readUInt32BE();
    const isLast = length >= LAST;
    const size = isLast ? length - LAST : length;
    if (size < MARK || size > FRAME + MARK) throw damaged(index);
    yield layer.open(index, isLast, await bytes.read(size));
    if (!isLast) continue;
    if (!(await bytes.isAtEnd())) throw new BackupError('The backup is damaged: something follows its end.');
    return;
  }
}

function readHeader(text: string): Header {
  try {
    return Header.parse(JSON.parse(text));
  } catch {
    throw new BackupError('The backup is damaged: its beginning cannot be read.');
  }
}
