import { closeSync, existsSync, fstatSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type DestinationStream, pino } from 'pino';
import type { Config } from '../config.ts';

const MB = 1024 * 1024;

/** A log file that is rotated at a maximum size. `kontor.1.log` is the previous file, and so on. */
export class RotatingFile {
  readonly #folder: string;
  readonly #limit: number;
  readonly #kept: number;
  #file: number | null = null;
  #size = 0;

  constructor({ folder, limit, kept }: { folder: string; limit: number; kept: number }) {
    this.#folder = folder;
    this.#limit = limit;
    this.#kept = kept;
  }

  /** Never throws, because a log that cannot be written must not stop the server. */
  write(line: string): void {
    try {
      const bytes = Buffer.from(line);
      if (this.#file === null) this.#open();
      if (this.#size > 0 && this.#size + bytes.length > this.#limit) this.#rotate();
      if (this.#file !== null) this.#size += writeSync(this.#file, bytes);
    } catch {
      // The disk is full. The same line is also written to the standard error.
      this.#close();
    }
  }

  #path(n: number): string {
    return join(this.#folder, n === 0 ? 'kontor.log' : `kontor.${n}.log`);
  }

  #open(): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    this.#file = openSync(this.#path(0), 'a', 0o600);
    this.#size = fstatSync(this.#file).size;
  }

  #close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  #rotate(): void {
    this.#close();
    rmSync(this.#path(this.#kept), { force: true });
    for (let n = this.#kept - 1; n >= 0; n--) if (existsSync(this.#path(n))) renameSync(this.#path(n), this.#path(n + 1));
    this.#open();
  }
}

/** Destination of the server's log: the standard error, and files in the data folder unless LOG_FILES is 0. */
export function logDestination(config: Config): DestinationStream {
  const standard = pino.destination(2);
  // The reader of the standard error has closed it. The files are still written.
  standard.on('error', () => undefined);
  if (config.LOG_FILES === 0) return standard;
  const file = new RotatingFile({ folder: join(config.KONTOR_DATA, 'logs'), limit: config.LOG_FILE_MB * MB, kept: config.LOG_FILES - 1 });
  return pino.multistream([standard, file].map((stream) => ({ level: config.LOG_LEVEL, stream })));
}
