import type pg from 'pg';
import { ident } from '../../core/db/sql-text.ts';

/** COPY … FROM STDIN over the driver's own protocol messages. */

/** The part of the driver's connection that copying needs; its types do not name it. */
type Wire = { query: (text: string) => void; sendCopyFromChunk: (chunk: Buffer) => void; endCopyFrom: () => void };

class CopyIn {
  readonly text: string;
  readonly rows: Buffer;
  readonly done: (error: Error | null) => void;
  private failed: Error | null = null;

  constructor(text: string, rows: Buffer, done: (error: Error | null) => void) {
    this.text = text;
    this.rows = rows;
    this.done = done;
  }
  submit(connection: unknown): void {
    (connection as Wire).query(this.text);
  }
  handleCopyInResponse(connection: Wire): void {
    connection.sendCopyFromChunk(this.rows);
    connection.endCopyFrom();
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
export function copyInto(client: pg.ClientBase, table: string, columns: readonly string[], text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const statement = `copy ${ident(table)} (${columns.map(ident).join(', ')}) from stdin`;
    client.query(new CopyIn(statement, Buffer.from(text), (error) => (error ? reject(error) : resolve())));
  });
}
