import { BackupError } from './error.ts';

const cutOff = (): BackupError => new BackupError('The backup is damaged: it ends too early.');

/** Reads exact numbers of bytes from chunks of any size. */
export class ByteReader {
  readonly #source: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** @throws BackupError if there are fewer bytes */
  async read(size: number): Promise<Buffer> {
    const parts = [this.#rest];
    let have = this.#rest.length;
    while (have < size) {
      const { done, value } = await this.#source.next();
      if (done) throw cutOff();
      parts.push(value);
      have += value.length;
    }
    const all = parts.length === 1 ? this.#rest : Buffer.concat(parts);
    this.#rest = all.subarray(size);
    return all.subarray(0, size);
  }

  /** The text up to the end of the line, which is skipped. */
  async line(limit: number): Promise<string> {
    const bytes: Buffer[] = [];
    for (let n = 0; n < limit; n++) {
      const byte = await this.read(1);
      if (byte[0] === 0x0a) return Buffer.concat(bytes).toString();
      bytes.push(byte);
    }
    throw cutOff();
  }

  async isAtEnd(): Promise<boolean> {
    if (this.#rest.length > 0) return false;
    const { done, value } = await this.#source.next();
    if (done) return true;
    this.#rest = value;
    return this.isAtEnd();
  }
}
