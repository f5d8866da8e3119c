import { isDeepStrictEqual } from 'node:util';
import { getTableName } from 'drizzle-orm';
import type { Action } from '#contract/core/area';
import { columnName, type ServerArea, type Values } from '../../server/core/http/area.ts';
import { AREAS } from '../../server/modules/index.ts';
import { anyRow, unchecked } from '../support/any-rows.ts';
import { makePerson } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { bodyOf, changeOf, columnsOf } from './bodies.ts';

/** Somebody who acts as somebody else: the audit names the former. */
export type Writer = { server: TestServer; token: string; userId: string };
type Row = Values & { id: string; version: number };
type Entry = { area: string; rowId: string; action: string; before: Values | null; after: Values | null; userId: string | null };
type Call = { code: string; data: unknown; trail: Entry[] };

const VERBS = ['create', 'update', 'delete', 'recover', 'purge'] as const;
type Verb = (typeof VERBS)[number];

export async function makeWriter(): Promise<Writer> {
  const server = await startServer({ sample: true });
  const [person, other] = [await makePerson(server.pool, ['admin']), await makePerson(server.pool, ['admin'])];
  await server.pool.query('update sessions set sub_id = $2 where user_id = $1', [person.id, other.id]);
  return { server, token: person.token, userId: person.id };
}

/** One call, and what the audit log got by it. */
async function send({ server, token }: Writer, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object): Promise<Call> {
  const answer = await server.app.inject({ method, url, headers: { 'x-token': token }, ...(payload ? { payload } : {}) });
  const { rows } = await server.pool.query<Entry>(
    `select area, row_id as "rowId", action, before, after, user_id as "userId" from audit_log where request_id = $1 order by id`,
    [answer.headers['x-request-id']],
  );
  return { ...answer.json<{ code: string; data: unknown }>(), trail: rows };
}

/** Whether an entry tells what was before and what is after. */
function tells({ action, before, after }: Entry, id: string, changed: Values, former: Values): boolean {
  const marks = (entry: Values | null): unknown => entry?.['deleted_at'];
  switch (action) {
    case 'create':
      return before === null && after?.['id'] === id;
    case 'purge':
      return after === null && before?.['id'] === id;
    case 'delete':
      return marks(before) === null && typeof marks(after) === 'string';
    case 'recover':
      return typeof marks(before) === 'string' && marks(after) === null;
    default:
      return Object.entries(changed).every(
        ([key, value]) => isDeepStrictEqual(after?.[columnName(key)], value) && isDeepStrictEqual(before?.[columnName(key)], former[key]),
      );
  }
}

const isServed = ({ area }: ServerArea, verb: Action): boolean =>
  !area.without?.includes(verb) && !(verb === 'purge' && area.retained === true);

/** Writes by every call of an area, and answers which of them did not leave exactly the entry that it should. */
class Trail {
  readonly faults: string[] = [];
  readonly #entry: ServerArea;
  readonly #writer: Writer;
  readonly #verbs: readonly Verb[];

  constructor(writer: Writer, entry: ServerArea, verbs: readonly Verb[]) {
    this.#writer = writer;
    this.#entry = entry;
    this.#verbs = verbs;
  }

  #judge(verb: Verb, how: string, id: string, { code, data, trail }: Call, changed: Values = {}, former: Values = {}): void {
    const { name } = this.#entry.area;
    const own = trail.filter(({ area, rowId }) => area === name && rowId === id);
    const [first] = own;
    const isRight = first?.action === verb && first.userId === this.#writer.userId && tells(first, id, changed, former);
    if (code !== 'OK') this.faults.push(`${name}: ${how} is refused, ${code} ${JSON.stringify(data)}`);
    else if (own.length !== 1 || !isRight) this.faults.push(`${name}: ${how} left ${JSON.stringify(own)}`);
  }

  async #make(): Promise<Row> {
    const { name } = this.#entry.area;
    if (!isServed(this.#entry, 'create')) {
      const columns = await columnsOf(this.#writer.server, this.#entry);
      const id = await unchecked(this.#writer.server.pool, [this.#entry], (client) =>
        anyRow(client, this.#entry, { ...columns, [columnName(this.#entry.owned?.by ?? 'createdBy')]: this.#writer.userId }),
      );
      return this.#read(id);
    }
    const made = await send(
      this.#writer,
      'POST',
      `/v0/${name}`,
      await bodyOf(this.#writer.server, this.#entry, (area, body) => this.#makeOther(area, body)),
    );
    const row = made.data as Row | null;
    this.#judge('create', 'create', row?.id ?? '', made);
    if (made.code !== 'OK' || !row)
      throw new Error(`${name} cannot be made: ${made.code} ${JSON.stringify(made.data)}; say in BODIES what it needs`);
    // What follows from the new row may have written it once more.
    return this.#read(row.id);
  }

  async #makeOther(area: string, over: Values): Promise<string> {
    const entry = AREAS.get(area);
    if (!entry) throw new Error(area);
    const body = { ...(await bodyOf(this.#writer.server, entry, (name, more) => this.#makeOther(name, more))), ...over };
    const { code, data } = await send(this.#writer, 'POST', `/v0/${area}`, body);
    if (code !== 'OK') throw new Error(`${area} cannot be made: ${code} ${JSON.stringify(data)}`);
    return (data as Row).id;
  }

  async #read(id: string): Promise<Row> {
    const { code, data } = await send(this.#writer, 'GET', `/v0/${this.#entry.area.name}/${id}`);
    if (code !== 'OK') throw new Error(`${this.#entry.area.name} ${id}: ${code}`);
    return data as Row;
  }

  async #update(row: Row): Promise<void> {
    const change = changeOf(this.#entry);
    const answer = await send(this.#writer, 'PUT', `/v0/${this.#entry.area.name}/${row.id}`, { version: row.version, ...change });
    this.#judge('update', 'update', row.id, answer, change, row);
  }

  /** One of the calls without a body, alone or for many rows at once. */
  async #mark(verb: 'delete' | 'recover' | 'purge', row: Row, many: boolean): Promise<void> {
    const base = `/v0/${this.#entry.area.name}`;
    if (many)
      this.#judge(verb, `${verb} of many`, row.id, await send(this.#writer, 'POST', `${base}/bulk`, { action: verb, ids: [row.id] }));
    else if (verb === 'recover') this.#judge(verb, verb, row.id, await send(this.#writer, 'PUT', `${base}/${row.id}/recover`, {}));
    else this.#judge(verb, verb, row.id, await send(this.#writer, 'DELETE', `${base}/${row.id}${verb === 'purge' ? '/purge' : ''}`));
  }

  /** Where the area has no call to delete, the row is marked as its own calls would. */
  async #markDeleted(row: Row, many: boolean): Promise<void> {
    if (isServed(this.#entry, 'delete')) return this.#mark('delete', row, many);
    await this.#writer.server.pool.query(`update "${getTableName(this.#entry.table)}" set deleted_at = now() where id = $1`, [row.id]);
  }

  async walk(): Promise<void> {
    const asks = (verb: Verb): boolean => this.#verbs.includes(verb) && isServed(this.#entry, verb);
    if (!VERBS.some(asks)) return;
    for (const many of [false, true]) {
      const row = await this.#make();
      if (asks('update') && !many) await this.#update(row);
      if (asks('delete') || asks('recover') || asks('purge')) await this.#markDeleted(row, many);
      if (asks('recover')) {
        await this.#mark('recover', row, many);
        if (asks('purge')) await this.#markDeleted(row, many);
      }
      if (asks('purge')) await this.#mark('purge', row, many);
    }
  }
}

/** Areas whose rows are audited: journals are their own history, and rows that follow from others are not. */
const audited = (): ServerArea[] => [...AREAS.values()].filter(({ journal, computed }) => !journal && !computed?.includes('*'));

/** What the audit log lacks after every call of every area; with `first`, of the first area where something is. */
export async function auditFaults(
  writer: Writer,
  { verbs = VERBS, first = false }: { verbs?: readonly Verb[]; first?: boolean } = {},
): Promise<string[]> {
  const faults: string[] = [];
  for (const entry of audited()) {
    const trail = new Trail(writer, entry, verbs);
    await trail.walk().catch((error: Error) => faults.push(error.message));
    faults.push(...trail.faults);
    if (first && faults.length > 0) return faults;
  }
  return faults;
}
