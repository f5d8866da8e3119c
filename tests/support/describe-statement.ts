import type { Client, Connection, Submittable } from 'pg';

/** A result column as PostgreSQL describes it; `table` is 0 where it is an expression. */
export type ResultColumn = { name: string; type: number; table: number; column: number };

type FieldMessage = { fields: { name: string; dataTypeID: number; tableID: number; columnID: number }[] };

/** Parses a statement and asks for its result columns, by the protocol's own messages: nothing is planned, nothing runs. */
class Describe implements Submittable {
  private columns: ResultColumn[] = [];
  private error: Error | null = null;
  private readonly text: string;
  private readonly done: (error: Error | null, columns: ResultColumn[]) => void;
  constructor(text: string, done: (error: Error | null, columns: ResultColumn[]) => void) {
    this.text = text;
    this.done = done;
  }
  submit(connection: Connection): void {
    connection.parse({ name: '', text: this.text, types: [] }, false);
    connection.describe({ type: 'S', name: '' }, false);
    connection.sync();
  }
  handleParseComplete(): void {}
  handleRowDescription({ fields }: FieldMessage): void {
    this.columns = fields.map(({ name, dataTypeID, tableID, columnID }) => ({ name, type: dataTypeID, table: tableID, column: columnID }));
  }
  handleError(error: Error): void {
    this.error = error;
    this.done(error, []);
  }
  handleReadyForQuery(): void {
    if (!this.error) this.done(null, this.columns);
  }
}

export const describeStatement = (client: Client, text: string): Promise<ResultColumn[]> =>
  new Promise((resolve, reject) => {
    client.query(new Describe(text, (error, columns) => (error ? reject(error) : resolve(columns))));
  });
