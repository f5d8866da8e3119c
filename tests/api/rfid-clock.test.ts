import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makePerson, makeRole, type Person } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';

type Clocked = { tag: string; outcome: string; act: string | null; text: string };
type Reads = { tags: string[]; heard: boolean; clocked?: Clocked[] };
type Row = { id: string; version: number } & Record<string, unknown>;
type More = { reader?: string; at?: string; headers?: Record<string, string> };

let server: TestServer;
let admin: string;
let basic: string;
let dock: string;
let count = 0;

const query = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await server.pool.query(text, values)).rows;
const read = (tags: string[], { reader = 'CLOCK-1', at, headers = {} }: More = {}) =>
  server.call<Reads>('POST', '/v0/rfid', { reader, tags, ...(at ? { at } : {}) }, undefined, { authorization: basic, ...headers });
const one = async (tag: string, more: More = {}): Promise<Clocked | undefined> => (await read([tag], more)).data.clocked?.[0];
const saveUser = async (id: string, values: Record<string, unknown>, token = admin) => {
  const { data } = await server.call<Row>('GET', `/v0/users/${id}`, undefined, admin);
  return server.call<Row>('PUT', `/v0/users/${id}`, { version: data.version, ...values }, token);
};
const saveStation = async (code: string, values: Record<string, unknown>, token = admin) => {
  const [row] = await query('select id, version from stations where code = $1', [code]);
  return server.call<Row>('PUT', `/v0/stations/${String(row?.['id'])}`, { version: row?.['version'], ...values }, token);
};
/** Somebody of the warehouse with a tag of their own. */
async function withTag(roles = ['warehouse']): Promise<Person & { tag: string }> {
  count += 1;
  const person = await makePerson(server.pool, roles);
  const tag = `E2801160600002${String(count).padStart(10, '0')}`;
  expect((await saveUser(person.id, { rfidTag: tag })).code).toBe('OK');
  return { ...person, tag };
}
const ISO = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;
const shiftsOf = (userId: string) =>
  query(
    `select to_char(start_at at time zone 'utc', ${ISO}) as start_at, to_char(end_at at time zone 'utc', ${ISO}) as end_at, state, source, reader, updated_by
     from attendances where user_id = $1 order by start_at`,
    [userId],
  );
/** As if the tag had last been at the clock longer ago. */
const passed = async (tag: string, minutes: number): Promise<void> => {
  await query('update rfid_reads set clocked_at = clocked_at - make_interval(mins => $2) where lower(tag) = lower($1)', [tag, minutes]);
  await query(
    `update attendances set start_at = start_at - make_interval(mins => $2) where user_id = (select id from users where rfid_tag = $1) and end_at is null`,
    [tag, minutes],
  );
};
const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
const logOf = (tag: string) => query('select reader, clocked_at, refusal from rfid_reads where tag = $1', [tag]);
const total = async () => (await query('select count(*)::int as n from attendances'))[0]?.['n'];

beforeAll(async () => {
  server = await startServer({ sample: true });
  admin = await server.signIn('admin');
  const made = await server.call<{ id: string }>(
    'POST',
    '/v0/oauthClients',
    { name: 'Door', scopes: ['rfid.send'], merchantId: null },
    admin,
  );
  const { data } = await server.call<{ clientId: string; secret: string }>('POST', `/v0/oauthClients/${made.data.id}/secret`, {}, admin);
  basic = `Basic ${Buffer.from(`${data.clientId}:${data.secret}`).toString('base64')}`;
  dock = String((await query(`select compartment_id from stations where code = 'ST-DOCK-1'`))[0]?.['compartment_id']);
  for (const [code, reader] of [
    ['CLOCK-A', 'CLOCK-1'],
    ['CLOCK-B', 'CLOCK-2'],
  ]) {
    const body = { code, name: 'Time clock', compartmentId: dock, reader, readerUse: 'clock' };
    const paired = await server.call('POST', '/v0/stations', body, admin);
    expect(paired.code, JSON.stringify(paired)).toBe('OK');
  }
});
afterAll(() => server.close());

describe('a tag at the time clock', () => {
  it('clocks its holder in and out, with the reader, and is told to nobody at a station', async () => {
    const person = await withTag();
    const { data } = await read([person.tag]);
    expect(data).toEqual({ tags: [person.tag], heard: true, clocked: [{ tag: person.tag, outcome: 'counted', act: 'in', text: '' }] });
    expect(await shiftsOf(person.id)).toMatchObject([
      { state: 'working', end_at: null, source: 'rfid', reader: 'CLOCK-1', updated_by: person.id },
    ]);
    await passed(person.tag, 240);
    // A reader may send the number in small letters.
    expect(await one(person.tag.toLowerCase(), { reader: 'CLOCK-2' })).toMatchObject({ outcome: 'counted', act: 'out' });
    expect(await shiftsOf(person.id)).toMatchObject([{ state: 'finished', source: 'rfid', reader: 'CLOCK-2', updated_by: person.id }]);
    expect(await query(`select 1 from live_event where kind = 'rfid'`)).toEqual([]);
    const mine = await server.call<Row[]>('GET', '/v0/attendances', undefined, person.token);
    expect(mine.data).toMatchObject([{ userId: person.id, source: 'rfid', reader: 'CLOCK-2' }]);
  });

  it('goes on from what was clocked by hand: it ends a break and then the shift, and keeps a correction marked', async () => {
    const person = await withTag();
    const clock = (act: string) => server.call('POST', '/v0/attendances/clock', { act }, person.token);
    await clock('in');
    await clock('breakStart');
    expect(await one(person.tag)).toMatchObject({ act: 'breakEnd' });
    await query(`update attendances set source = 'correction' where user_id = $1`, [person.id]);
    await query(`update rfid_reads set clocked_at = clocked_at - interval '2 minutes' where tag = $1`, [person.tag]);
    expect(await one(person.tag)).toMatchObject({ act: 'out' });
    expect(await shiftsOf(person.id)).toMatchObject([{ state: 'finished', source: 'correction', reader: 'CLOCK-1' }]);
  });

  it('changes nothing when it is read again within a minute, at whichever reader', async () => {
    const person = await withTag();
    expect(await one(person.tag)).toMatchObject({ act: 'in' });
    const before = await shiftsOf(person.id);
    for (const reader of ['CLOCK-1', 'CLOCK-2'])
      expect(await one(person.tag, { reader })).toEqual({ tag: person.tag, outcome: 'again', act: null, text: '' });
    expect((await read([person.tag, person.tag.toLowerCase()])).data.clocked).toHaveLength(1);
    expect(await shiftsOf(person.id)).toEqual(before);
    await passed(person.tag, 2);
    expect(await one(person.tag)).toMatchObject({ act: 'out' });
  });

  it('counts once when two readers read it at the same time', async () => {
    const people = [await withTag(), await withTag()];
    const tags = people.map(({ tag }) => tag);
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, i) => read(i % 3 ? tags : tags.toReversed(), { reader: i % 2 ? 'CLOCK-1' : 'CLOCK-2' })),
    );
    const counted = all.flatMap(({ data }) => data.clocked ?? []).filter(({ outcome }) => outcome === 'counted');
    expect(counted).toHaveLength(2);
    expect(Object.fromEntries(counted.map(({ tag, act }) => [tag, act]))).toEqual(Object.fromEntries(tags.map((tag) => [tag, 'in'])));
    for (const { id } of people) expect(await shiftsOf(id)).toMatchObject([{ state: 'working' }]);
  });

  it('gives the first answer to a repeated call with the same key, and clocks nothing', async () => {
    const person = await withTag();
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const first = await read([person.tag], { headers });
    expect(first.data.clocked).toMatchObject([{ act: 'in' }]);
    await passed(person.tag, 5);
    expect((await read([person.tag], { headers })).data).toEqual(first.data);
    expect(await shiftsOf(person.id)).toMatchObject([{ state: 'working' }]);
    expect((await read(['OTHER'], { headers })).code).toBe('IdempotencyMismatch');
    expect(await logOf('OTHER')).toEqual([]);
  });
});

describe('a read that is refused', () => {
  let before: unknown;
  beforeEach(async () => {
    before = await total();
  });
  const refused = async (tag: string, text: string, more: More = {}): Promise<void> => {
    expect(await one(tag, more)).toEqual({ tag, outcome: 'refused', act: null, text });
    expect(await total()).toBe(before);
    expect((await logOf(tag)).every(({ refusal }) => refusal !== '')).toBe(true);
    expect(await logOf(tag)).not.toEqual([]);
  };

  it('is one of a tag that nobody has; the sentence is in the language of the reader, and others of the same call count', async () => {
    await refused('NOBODY', 'Nobody has this tag.');
    await refused('NOBODY', 'Dieser Tag gehört niemandem.', { headers: { 'accept-language': 'de' } });
    await refused('NOBODY', '此标签不属于任何人。', { headers: { 'accept-language': 'zh-CN' } });
    const person = await withTag();
    const { data } = await read(['NOBODY', person.tag]);
    expect(data.tags).toEqual([person.tag]);
    expect(data.clocked?.map(({ outcome }) => outcome).sort()).toEqual(['counted', 'refused']);
  });

  it('is one of a person who was stopped, also while they are clocked in, or was deleted', async () => {
    const person = await withTag();
    await one(person.tag);
    before = await total();
    await passed(person.tag, 60);
    expect((await saveUser(person.id, { disabledAt: new Date().toISOString() })).code).toBe('OK');
    await refused(person.tag, 'The account of this person is disabled.');
    expect(await shiftsOf(person.id)).toMatchObject([{ end_at: null }]);
    expect((await server.call('DELETE', `/v0/users/${person.id}`, undefined, admin)).code).toBe('OK');
    await refused(person.tag, 'Nobody has this tag.');
    // The tag is free for the next person.
    const next = await makePerson(server.pool, ['warehouse']);
    expect((await saveUser(next.id, { rfidTag: person.tag })).code).toBe('OK');
  });

  it('is one of a merchant or carrier, however the tag came to them and without their seeing it, and of a person without the permission to clock', async () => {
    const merchant = await makePerson(server.pool, ['merchant']);
    await query(`update users set rfid_tag = 'MERCHANT', merchant_id = (select id from merchants limit 1) where id = $1`, [merchant.id]);
    await refused('MERCHANT', 'Only people of the house clock in and out.');
    const carrier = await makePerson(server.pool, ['carrier']);
    await query(`update users set rfid_tag = 'CARRIER', carrier_id = (select id from carriers limit 1) where id = $1`, [carrier.id]);
    await refused('CARRIER', 'Only people of the house clock in and out.');
    // Carriers read the accounts of their own company.
    const own = await server.call<Row>('GET', `/v0/users/${carrier.id}`, undefined, carrier.token);
    expect(own.data).toMatchObject({ id: carrier.id, rfidTag: null });
    await makeRole(server.pool, 'noClock', ['items.read']);
    const idle = await withTag(['noClock']);
    await refused(idle.tag, 'This person has no permission to clock in and out.');
  });

  it('is one of a reader that is not paired: it stays in the log alone', async () => {
    const person = await withTag();
    expect(await read([person.tag], { reader: 'CLOCK-9' })).toMatchObject({ code: 'NotFound', data: 'stations.refusals.readerNotPaired' });
    expect(await logOf(person.tag)).toEqual([{ reader: 'CLOCK-9', clocked_at: null, refusal: 'stations.refusals.readerNotPaired' }]);
    expect(await total()).toBe(before);
    expect((await saveStation('CLOCK-B', { active: false })).code).toBe('OK');
    expect((await read([person.tag], { reader: 'CLOCK-2' })).code).toBe('NotFound');
    expect((await saveStation('CLOCK-B', { active: true })).code).toBe('OK');
    expect(await one(person.tag, { reader: 'CLOCK-2' })).toMatchObject({ act: 'in' });
  });
});

describe('a read that comes late', () => {
  it('counts at the time of the read, in the order of the reads', async () => {
    const person = await withTag();
    const [came, went] = [ago(300), ago(30)];
    expect(await one(person.tag, { at: came })).toMatchObject({ act: 'in' });
    expect(await one(person.tag, { at: came })).toMatchObject({ outcome: 'again' });
    expect(await one(person.tag, { at: went, reader: 'CLOCK-2' })).toMatchObject({ act: 'out' });
    const [shift] = await shiftsOf(person.id);
    expect([shift?.['start_at'], shift?.['end_at']]).toEqual([came, went]);
  });

  it('is refused once something later is recorded, if it is older than a day, or if it lies in the future', async () => {
    const person = await withTag();
    await one(person.tag, { at: ago(120) });
    await one(person.tag, { at: ago(60) });
    for (const [at, text] of [
      [ago(90), 'This read came too late: a later time of this person is already recorded.'],
      [ago(25 * 60), 'This read is older than a day. Please have the time corrected.'],
      [ago(-10), 'The clock of the reader is ahead: the read lies in the future.'],
    ] as const)
      expect(await one(person.tag, { at })).toMatchObject({ outcome: 'refused', act: null, text });
    await one(person.tag, { at: ago(30) });
    expect(await one(person.tag, { at: ago(40) })).toMatchObject({ outcome: 'refused' });
    expect(await shiftsOf(person.id)).toMatchObject([{ state: 'finished' }, { state: 'working' }]);
  });

  it('does not come into a month that is closed', async () => {
    const person = await withTag();
    // Days before the last closed month are closed as well.
    const month = `${new Date().getUTCFullYear() + 1}-01`;
    await query(
      `insert into attendance_months (user_id, month, person_name, closed_at, agreed, worked, holiday, leave, sick, absence, leave_days, sick_days, balance, carried, closing)
       values ($1, $2, 'Test Person', now(), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)`,
      [person.id, month],
    );
    const text = (await one(person.tag))?.text;
    expect(text).toContain('closed');
    expect(await shiftsOf(person.id)).toEqual([]);
  });
});

describe('a tag and a reader', () => {
  it('are given by whoever may: a tag is of one person of the house', async () => {
    const [person, other] = [await withTag(), await makePerson(server.pool, ['warehouse'])];
    const twice = await saveUser(other.id, { rfidTag: person.tag.toLowerCase() });
    expect(twice).toMatchObject({ code: 'InvalidInput', data: [{ path: 'rfidTag', rule: 'duplicate' }] });
    expect((await saveUser(other.id, { rfidTag: 'x'.repeat(129) })).code).toBe('InvalidInput');
    expect((await saveUser(other.id, { rfidTag: 'MINE' }, other.token)).code).toBe('NotAllowed');
    const merchant = await makePerson(server.pool, ['merchant']);
    expect(await saveUser(merchant.id, { rfidTag: 'M-1' })).toMatchObject({
      code: 'InvalidInput',
      data: [{ path: 'rfidTag', rule: 'clocksStaff' }],
    });
    // Who becomes a person outside gives the tag back.
    const [role] = await query(`select id from roles where key = 'merchant'`);
    expect((await saveUser(person.id, { roleIds: [role?.['id']] })).code).toBe('InvalidInput');
    expect((await saveUser(person.id, { rfidTag: null })).code).toBe('OK');
    expect(await one(person.tag)).toMatchObject({ outcome: 'refused' });
    expect((await saveUser(other.id, { rfidTag: person.tag })).code).toBe('OK');
  });

  it('are paired to the time clock only by who may correct the attendance of others, and to one place', async () => {
    await makeRole(server.pool, 'stationsOnly', ['stations.*', 'compartments.read']);
    const keeper = await makePerson(server.pool, ['stationsOnly']);
    const body = { code: 'CLOCK-C', name: 'Door', compartmentId: dock, reader: 'CLOCK-3' };
    const make = (more: object, token: string) => server.call<Row>('POST', '/v0/stations', { ...body, ...more }, token);
    expect((await make({ readerUse: 'clock' }, keeper.token)).code).toBe('NotAllowed');
    expect((await make({}, keeper.token)).code).toBe('OK');
    expect((await saveStation('CLOCK-C', { readerUse: 'clock' }, keeper.token)).code).toBe('NotAllowed');
    expect((await saveStation('CLOCK-C', { readerUse: 'clock' })).code).toBe('OK');
    // Another reader on a paired station is a new pairing; another name of the station is not.
    expect((await saveStation('CLOCK-C', { reader: 'CLOCK-4' }, keeper.token)).code).toBe('NotAllowed');
    expect((await saveStation('CLOCK-C', { name: 'Back door' }, keeper.token)).code).toBe('OK');
    const [made] = await query(`select id from stations where code = 'CLOCK-C'`);
    expect((await server.call('DELETE', `/v0/stations/${String(made?.['id'])}`, undefined, keeper.token)).code).toBe('OK');
    expect((await server.call('PUT', `/v0/stations/${String(made?.['id'])}/recover`, undefined, keeper.token)).code).toBe('NotAllowed');
    // A reader of the time clock is not a reader of a station as well.
    expect(await make({ code: 'CLOCK-D', reader: 'CLOCK-1' }, admin)).toMatchObject({
      code: 'InvalidInput',
      data: [{ path: 'reader', rule: 'duplicate' }],
    });
    expect(await make({ code: 'CLOCK-D', reader: '', readerUse: 'clock' }, admin)).toMatchObject({
      code: 'InvalidInput',
      data: [{ path: 'reader', rule: 'required' }],
    });
  });
});
