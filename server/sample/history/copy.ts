import { once } from 'node:events';
import type { Socket } from 'node:net';
import type pg from 'pg';
import { ident } from '../../core/db/sql-text.ts';

/** COPY … FROM STDIN over the driver's own protocol messages. */

/** The part of the driver's connection that copying needs; its types do not name it. */
type Wire = {
  stream: Socket;
  query: (text: string) => void;
  sendCopyFromChunk: (chunk: Buffer) => void;
  endCopyFrom: () => void;
  sendCopyFail: (reason: string) => void;
};

class CopyIn {
  readonly statement: string;
  readonly rows: Iterable<string>;
  readonly done: (error: Error | null) => void;
  private failed: Error | null = null;

  constructor(statement: string, rows: Iterable<string>, done: (error: Error | null) => void) {
    this.statement = statement;
    this.rows = rows;
    this.done = done;
  }
  submit(connection: unknown): void {
    (connection as Wire).query(this.statement);
  }
  /** Sends piece by piece, so that the database works while the next piece is made. */
  async handleCopyInResponse(connection: Wire): Promise<void> {
    try {
      for (const piece of this.rows) {
        if (this.failed) return;
        connection.sendCopyFromChunk(Buffer.from(piece));
        if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain');
      }
      connection.endCopyFrom();
    } catch (error) {
      connection.sendCopyFail(String(error));
    }
  }
  handleError(error: Error): void {
    this.failed = error;
    this.done(error);
  }
  handleCommandComplete(): void {
    // The driver calls it; there is nothing to keep.
  }
  handleReadyForQuery(): void {
    if (!this.failed) this.done(null);
  }
}

/** Copies rows in the text format of COPY into a table. @throws the database's error */
export function copyInto(client: pg.ClientBase, table: string, columns: readonly string[], rows: Iterable<string>): Promise<void> {
  return new Promise((resolve, reject) => {
    const statement = `copy ${ident(table)} (${columns.map(ident).join(', ')}) from stdin`;
    client.query(new CopyIn(statement, rows, (error) => (error ? reject(error) : resolve())));
  });
}
