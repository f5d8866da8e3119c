import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allows } from '#contract/core/access';
import type { Mask } from '#contract/core/mask';
import type { ImportError } from '#contract/transfer/imports';
import { BUILT_IN_ROLES } from '../../server/core/db/roles.ts';
import type { ServerArea } from '../../server/core/http/area.ts';
import { AREAS } from '../../server/modules/index.ts';
import { makePerson, makeRole, openSession, type Person } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';

type Import = { id: string; state: string; created: number; updated: number; failed: number; errors: ImportError[] };
type Row = Record<string, unknown> & { id: string; version: number };

/** What somebody needs to import at all; the rights over the rows come beside it. */
const IMPORTER = ['imports.*', 'files.*', 'merchants.read'];
/** One mask of each area that can be imported. */
const IMPORTED = [...AREAS.values()].flatMap((entry) => {
  const mask = entry.masks.find((one) => one.import !== undefined);
  return mask ? [{ name: entry.area.name, entry, mask }] : [];
});

let server: TestServer;
let admin: string;
let merchantId: string;
const idOf = async (text: string, values: unknown[] = []): Promise<string> => (await server.pool.query(text, values)).rows[0].id;

beforeAll(async () => {
  server = await startServer({ sample: true });
  admin = await server.signIn('admin');
  merchantId = await idOf(`select id from merchants where no = 'M-1001'`);
});
afterAll(() => server.close());

const begin = async (token: string, mask: string, columns: Record<string, string[]>, more: object = { merchantId }) => {
  const names = Object.keys(columns);
  const rows = Object.values(columns)[0]?.map((_, n) => names.map((name) => `"${columns[name]?.[n] ?? ''}"`).join(',')) ?? [];
  const form = new FormData();
  form.set('file', new Blob([[names.join(','), ...rows, ''].join('\n')]), 'rows.csv');
  const file = await server.call<{ id: string }>('POST', '/v0/statics/upload/intern', form, token);
  const mapping = Object.fromEntries(names.map((name) => [name, name]));
  return server.call<Import>('POST', '/v0/imports', { mask, fileId: file.data?.id ?? 'f'.repeat(32), mapping, ...more }, token);
};
const run = async (token: string, id: string): Promise<Import> => {
  const started = await server.call<Import>('POST', `/v0/imports/${id}/run`, { mode: 'good', createMissing: true }, token);
  expect(started.code, started.error ?? undefined).toBe('OK');
  const read = async () => (await server.call<Import>('GET', `/v0/imports/${id}`, undefined, token)).data;
  await expect.poll(async () => (await read()).state, { interval: 20 }).not.toMatch(/checking|running/);
  return read();
};
const importRows = async (token: string, mask: string, columns: Record<string, string[]>, more?: object): Promise<Import> => {
  const made = await begin(token, mask, columns, more);
  expect(made.code, made.error ?? undefined).toBe('OK');
  return run(token, made.data.id);
};

let made = 0;
type Sample = { row: Row | null; columns: () => Record<string, string[]> };
const rowsOf = async (area: string): Promise<Row[]> => (await server.call<Row[]>('GET', `/v0/${area}?l=25`, undefined, admin)).data;

/** A value that a cell of this field takes; each text is new. */
async function valueFor(mask: Mask, key: string): Promise<string> {
  const field = mask.fields[key];
  if (field?.kind === 'reference') return String((await rowsOf(field.area))[0]?.id);
  if (field?.kind === 'choice') return field.options[0]?.value ?? '';
  if (field?.kind === 'date') return `2020-01-${10 + ((made += 1) % 18)}`;
  return ['number', 'decimal'].includes(field?.kind ?? '') ? '7' : `Nobody-${(made += 1)}`;
}

/** A file with a row that nobody has (2) and one that is there and would be changed (3), found by what finds rows again. */
async function sampleOf({ mask, entry }: { mask: Mask; entry: ServerArea }): Promise<Sample> {
  const { match = [], fields = [] } = mask.import ?? {};
  const merchant = entry.area.merchant;
  const isOurs = (one: Row) => merchant === undefined || merchant === 'id' || one[merchant] === merchantId;
  const row = (await rowsOf(mask.area)).find((one) => match.every((key) => (one[key] ?? '') !== '') && isOurs(one)) ?? null;
  const changed = [...fields, ...Object.keys(mask.fields)].find(
    (key) => ['text', 'number', 'decimal'].includes(mask.fields[key]?.kind ?? '') && !match.includes(key) && !mask.fields[key]?.readOnly,
  );
  const fresh = new Map<string, string[]>();
  for (const key of [...match, ...(changed ? [changed] : [])]) fresh.set(key, await Promise.all([1, 2, 3].map(() => valueFor(mask, key))));
  let n = -1;
  const columns = () => {
    n += 1;
    return Object.fromEntries(
      [...fresh].map(([key, values]) => [
        key,
        [values[n % 3] ?? '', ...(row ? [key === changed ? `${values[n % 3]}` : String(row[key])] : [])],
      ]),
    );
  };
  return { row, columns };
}

const refused = (job: Import): string[] =>
  job.errors.filter(({ rule }) => rule === 'NotAllowed').map(({ row, value }) => `${row} ${value}`);
const personWith = async (privileges: string[]): Promise<Person> => {
  const key = `importer${crypto.randomUUID().slice(0, 8)}`;
  await makeRole(server.pool, key, [...IMPORTER, ...privileges]);
  return makePerson(server.pool, [key]);
};

describe('an import writes only what its person may write by hand (P18)', () => {
  it.each(IMPORTED)(
    '$name: a row is refused without the right to make it, and a change without the right to change',
    async ({ name, entry, mask }) => {
      const without = entry.area.without ?? [];
      const { row, columns } = await sampleOf({ mask, entry });
      for (const rights of [[], ['create'], ['update']]) {
        const person = await personWith([`${name}.import`, `${name}.read`, ...rights.map((one) => `${name}.${one}`)]);
        const job = await importRows(person.token, mask.key, columns());
        // An order of a file is made, or is there and left alone.
        const isRecord = entry.records !== undefined;
        const may = (action: string) => rights.includes(action) && (isRecord || !without.some((one) => one === action));
        const change = isRecord ? 'create' : 'update';
        const wanted = [...(may('create') ? [] : [`2 ${name}.create`]), ...(row === null || may(change) ? [] : [`3 ${name}.${change}`])];
        expect(refused(job), rights.join()).toEqual(wanted);
        // The same by hand.
        const byHand = {
          create: () => server.call('POST', `/v0/${name}`, {}, person.token),
          update: () => server.call('PUT', `/v0/${name}/${row?.id ?? crypto.randomUUID()}`, { version: 0 }, person.token),
        };
        for (const action of ['create', 'update'] as const)
          if (!without.includes(action))
            expect((await byHand[action]()).code === 'NotAllowed', `${rights.join()} ${action}`).toBe(!may(action));
        if (!row || rights.length > 0) continue;
        const after = await server.call<Row>('GET', `/v0/${name}/${row.id}`, undefined, admin);
        expect(after.data.version).toBe(row.version);
      }
    },
  );

  it('most areas have a row that such a file finds', async () => {
    const samples = await Promise.all(IMPORTED.map(sampleOf));
    expect(samples.filter(({ row }) => row !== null).length).toBeGreaterThan(IMPORTED.length / 2);
  });

  it.each(BUILT_IN_ROLES.map(({ key }) => key))(
    'the role %s imports what its privileges name, and holds the rights over these rows',
    async (key) => {
      const held = new Set(BUILT_IN_ROLES.find((one) => one.key === key)?.privileges);
      const person = await makePerson(server.pool, [key]);
      if (key === 'merchant') await server.pool.query('update users set merchant_id = $1 where id = $2', [merchantId, person.id]);
      for (const { name, entry, mask } of IMPORTED) {
        const may = allows(held, `${name}.import`) && allows(held, 'imports.create');
        const { code } = await begin(person.token, mask.key, { x: ['1'] }, {});
        expect(code === 'OK', `${name}: ${code}`).toBe(may);
        if (!may) continue;
        for (const action of ['create', 'update'] as const)
          if (!(entry.area.without ?? []).includes(action)) expect(allows(held, `${name}.${action}`), `${name}.${action}`).toBe(true);
      }
    },
  );

  it('a supplier that items name is not made on the way without the right to make suppliers', async () => {
    const person = await personWith(['items.*', 'suppliers.read']);
    const job = await importRows(person.token, 'wms.item.list', { sku: ['S-1'], name: ['Tea'], supplierId: ['Nobody Ltd'] });
    expect(refused(job)).toEqual(['2 suppliers.create']);
    expect((await server.pool.query(`select from suppliers where name = 'Nobody Ltd'`)).rowCount).toBe(0);
  });

  it('rights that were taken away between upload and run are gone, and taking back asks for them too', async () => {
    const person = await personWith(['groups.*']);
    const [first, second] = await Promise.all(
      ['G-1', 'G-2'].map((code) => begin(person.token, 'merchant.group.list', { code: [code], name: ['Group'] })),
    );
    const done = await run(person.token, first?.data.id ?? '');
    expect(done.created).toBe(1);
    await server.pool.query(
      `update roles set privilege_ids = array(select id from privileges where key = any($1)) where id = (select role_ids[1] from users where id = $2)`,
      [[...IMPORTER, 'groups.import', 'groups.read'], person.id],
    );
    expect(refused(await run(person.token, second?.data.id ?? ''))).toEqual(['2 groups.create']);
    expect((await server.call('POST', `/v0/imports/${done.id}/revert`, {}, person.token)).code).toBe('NotAllowed');
    expect((await server.pool.query(`select code from groups where code in ('G-1', 'G-2')`)).rows).toEqual([{ code: 'G-1' }]);
  });
});

describe('nobody grants by import what he does not hold (P18)', () => {
  const GUARDED: Record<string, { sql: string; columns: Record<string, string[]> }> = {
    users: {
      sql: `select account || name || type || role_ids::text || coalesce(disabled_at::text, '') as state from users where account = 'strong@kontor.example'`,
      columns: {
        account: ['strong@kontor.example', 'new-admin@kontor.example'],
        name: ['Renamed', 'New'],
        type: ['200', '200'],
        roleIds: ['admin', 'admin'],
      },
    },
    classes: {
      sql: `select code || name || duty_ids::text as state from classes where code = 'C-TOP'`,
      columns: { code: ['C-TOP'], name: ['Renamed'], dutyIds: ['D-TOP'] },
    },
    duties: {
      sql: `select code || name || privilege_ids::text as state from duties where code = 'D-TOP'`,
      columns: { code: ['D-TOP'], name: ['Renamed'], privilegeIds: ['*'] },
    },
  };
  const guarded = IMPORTED.filter(({ entry }) => entry.guard);

  beforeAll(async () => {
    const duty = await idOf(
      `insert into duties (code, name, privilege_ids) select 'D-TOP', 'Top', array_agg(id) from privileges where key = '*' returning id`,
    );
    const top = await idOf(`insert into classes (code, name, duty_ids) values ('C-TOP', 'Top', array[$1::uuid]) returning id`, [duty]);
    const strong = await makePerson(server.pool, ['admin']);
    await server.pool.query(
      `update users set account = 'strong@kontor.example', merchant_id = $1, class_ids = array[$2::uuid] where id = $3`,
      [merchantId, top, strong.id],
    );
  });

  it.each(guarded)('$name: rows beyond the own rights are refused as by hand, and stay as they were', async ({ name, mask }) => {
    const { sql, columns } = GUARDED[name] ?? { sql: '', columns: {} };
    const person = await personWith(['users.*', 'classes.*', 'duties.*', 'roles.*', 'privileges.*']);
    const before = (await server.pool.query(sql)).rows;
    expect(before).toHaveLength(1);
    const whole = await importRows(person.token, mask.key, columns);
    // References to several rows are no cells of a file; without that column the rest is beyond the rights all the same.
    const { roleIds: _, dutyIds: __, privilegeIds: ___, ...plain } = columns;
    const job = await importRows(person.token, mask.key, plain);
    for (const one of [whole, job]) expect([one.created, one.updated]).toEqual([0, 0]);
    expect(new Set(job.errors.map(({ rule }) => rule))).toEqual(new Set(['RightsExceeded']));
    expect((await server.pool.query(sql)).rows).toEqual(before);
    expect((await server.pool.query(`select from users where account = 'new-admin@kontor.example'`)).rowCount).toBe(0);
  });
});

describe('a merchant imports for the own house alone (P17, P18)', () => {
  const held = new Set(BUILT_IN_ROLES.find(({ key }) => key === 'merchant')?.privileges);
  const own = IMPORTED.filter(({ name, entry }) => allows(held, `${name}.import`) && entry.area.merchant !== undefined);
  const tableOf = ({ table }: ServerArea) => (table as unknown as Record<symbol, string>)[Symbol.for('drizzle:Name')];
  let token: string;
  let ownId: string;
  let otherId: string;

  beforeAll(async () => {
    token = await server.signIn('merchant');
    ownId = await idOf(`select merchant_id as id from users where account = 'merchant@kontor.example'`);
    otherId = await idOf('select id from merchants where id <> $1 order by no limit 1', [ownId]);
  });

  it('there are areas to try', () => expect(own.length).toBeGreaterThan(5));

  it.each(own)('$name: neither a column of the file nor the call names another merchant', async ({ entry, mask }) => {
    const rows = async () =>
      (await server.pool.query(`select id, version from ${tableOf(entry)} where merchant_id = $1 order by id`, [otherId])).rows;
    const before = await rows();
    const columns = (await sampleOf({ mask, entry })).columns();
    const others = { ...columns, merchantId: Object.values(columns)[0]?.map(() => otherId) ?? [] };
    await importRows(token, mask.key, others, { merchantId: otherId });
    expect(await rows()).toEqual(before);
    const { data } = await server.call<{ merchantId: string }[]>('GET', '/v0/imports?l=50', undefined, token);
    expect(new Set(data.map((job) => job.merchantId))).toEqual(new Set([ownId]));
  });

  it('an import is closed to who belongs to another merchant by now', async () => {
    const person = await makePerson(server.pool, ['merchant']);
    await server.pool.query('update users set merchant_id = $1 where id = $2', [ownId, person.id]);
    const made = await begin(await openSession(server.pool, person.id), 'mEP.item.list', { sku: ['MINE-1'], name: ['Mine'] }, {});
    expect(made.code).toBe('OK');
    await server.pool.query('update users set merchant_id = $1 where id = $2', [otherId, person.id]);
    const moved = await openSession(server.pool, person.id);
    for (const call of ['run', 'check', 'revert'])
      expect((await server.call('POST', `/v0/imports/${made.data.id}/${call}`, { mode: 'good' }, moved)).code, call).toBe('NotFound');
    expect((await server.pool.query(`select from items where sku = 'MINE-1'`)).rowCount).toBe(0);
  });
});
