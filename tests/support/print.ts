import { expect } from 'vitest';
import type { DataOf, DocumentName } from '#contract/printing/documents';
import type { Answer, TestServer } from './server.ts';

export type Printer = {
  /** Ids that a statement finds. */
  idsOf: (text: string, values?: unknown[]) => Promise<string[]>;
  ask: <N extends DocumentName>(
    document: N,
    ids: readonly string[],
    options?: object,
    token?: string,
  ) => Promise<Answer<{ records: DataOf<N>[] }>>;
  /** The records; the test fails where the call does. */
  print: <N extends DocumentName>(document: N, ids: readonly string[], options?: object) => Promise<DataOf<N>[]>;
  one: <N extends DocumentName>(document: N, id: string, options?: object) => Promise<DataOf<N>>;
};

/** Asks for what documents print, as somebody whose token this is. */
export function printer(server: TestServer, admin: string): Printer {
  const ask: Printer['ask'] = (document, ids, options = {}, token = admin) =>
    server.call('POST', '/v0/print/data', { document, ids, options }, token);
  const print: Printer['print'] = async (document, ids, options) => {
    const answer = await ask(document, ids, options);
    expect(answer, document).toMatchObject({ code: 'OK' });
    return answer.data.records;
  };
  return {
    ask,
    print,
    idsOf: async (text, values = []) => (await server.pool.query<{ id: string }>(text, values)).rows.map(({ id }) => id),
    one: async (document, id, options) => {
      const [record] = await print(document, [id], options);
      if (!record) throw new Error('no record');
      return record;
    },
  };
}
