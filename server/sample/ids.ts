import { randomBytes } from 'node:crypto';
import { seeded } from './history/random.ts';

/** Tables whose rows the history refers to. The key is an account, a number, a code or a SKU. */
type Known = 'users' | 'merchants' | 'carriers' | 'compartments' | 'stations' | 'items';
/** The id of a row of the sample. It is known before the row is stored, because the history is made before. */
export type Ids = (table: Known, key: string) => string;

export function newIds(): Ids {
  const random = seeded(randomBytes(4).readUInt32LE());
  const now = Date.now();
  const known = new Map<string, string>();
  return (table, key) => {
    const name = `${table} ${key}`;
    const id = known.get(name) ?? random.uuid(now);
    known.set(name, id);
    return id;
  };
}
