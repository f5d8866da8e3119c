import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../support/server.ts';

type Row = { id: string; version: number } & Record<string, unknown>;
type Person = {
  userId: string;
  name: string;
  totals: Record<string, number>;
  obstacles: { kind: string; on: string }[];
  notes: string[];
};
let server: TestServer;
let admin: string;
let manager: string;
let desk: string;
let floor: string;
let people: Record<string, string>;
beforeAll(async () => {
  server = await startServer({ sample: true });
  admin = await server.signIn('admin');
  manager = await server.signIn('manager');
  desk = await server.signIn('employee');
  floor = await server.signIn('warehouse');
  const { rows } = await server.pool.query('select split_part(account, $1, 1) as who, id from users', ['@']);
  people = Object.fromEntries(rows.map((row) => [row.who, row.id]));
});
afterAll(() => server.close());

const preview = async (month: string) =>
  (await server.call<Person[]>('GET', `/v0/attendanceMonths/preview?month=${month}`, undefined, manager)).data;
const close = (who: string, month: string, token = manager) =>
  server.call<{ id: string }>('POST', '/v0/attendanceMonths/close', { userId: people[who], month }, token);
const reopen = (id: string, token = admin) =>
  server.call('POST', `/v0/attendanceMonths/${id}/reopen`, { reason: 'A shift was missing' }, token);
const monthOf = async (id: string) => (await server.call<Row>('GET', `/v0/attendanceMonths/${id}`, undefined, manager)).data;
/** An eight-hour shift with half an hour of break: 450 minutes. */
const enter = (who: string, day: string) =>
  server.call<Row>(
    'POST',
    '/v0/attendances',
    {
      userId: people[who],
      startAt: `${day}T07:00:00.000Z`,
      endAt: `${day}T15:00:00.000Z`,
      breakMinutes: 30,
      reason: 'Entered by the office',
    },
    manager,
  );
const ask = (token: string, body: object) => server.call<Row>('POST', '/v0/timeRequests', body, token);
const approve = (id: string) => server.call('POST', `/v0/timeRequests/${id}/approve`, {}, manager);
const CLOSED = { code: 'StateRefused', data: 'attendanceMonths.refusals.closed' };

describe('the close of a month', () => {
  it('counts work, holidays, leave and sickness, keeps the totals, and carries the balance', async () => {
    // Hamburg, October 2024: 23 working days; Unity Day on a Thursday, Reformation Day on a Thursday.
    await enter('employee', '2024-10-01');
    const { data: leave } = await ask(desk, { kind: 'vacation', startDay: '2024-10-02', endDay: '2024-10-04' });
    const { data: ill } = await ask(desk, { kind: 'sick', startDay: '2024-10-07', endDay: '2024-10-07' });
    expect((await approve(leave.id)).code).toBe('OK');
    expect((await approve(ill.id)).code).toBe('OK');
    const one = (await preview('2024-10')).find(({ userId }) => userId === people['employee']);
    const totals = {
      agreed: 23 * 480,
      worked: 450,
      holiday: 960,
      leave: 960,
      sick: 480,
      absence: 0,
      leaveDays: 2,
      sickDays: 1,
      balance: 450 + 5 * 480 - 23 * 480,
      carried: 0,
    };
    expect(one).toMatchObject({ totals, obstacles: [], notes: [] });
    const { data: made } = await close('employee', '2024-10');
    expect(await monthOf(made.id)).toMatchObject({ ...totals, month: '2024-10', state: 'closed', closing: totals.balance });
    expect((await close('employee', '2024-10')).data).toBe('attendanceMonths.refusals.alreadyClosed');
    expect((await close('employee', '2024-12')).data, 'one month after the other').toBe('attendanceMonths.refusals.earlierOpen');
    const next = (await preview('2024-11')).find(({ userId }) => userId === people['employee']);
    expect(next?.totals).toMatchObject({ carried: totals.balance, balance: -21 * 480, closing: totals.balance - 21 * 480 });
  });

  it('keeps the personnel number of each person once in the house', async () => {
    const { data: user } = await server.call<Row>('GET', `/v0/users/${people['employee']}`, undefined, admin);
    const number = (id: string | undefined, version: number) =>
      server.call('PUT', `/v0/users/${id}`, { version, personnelNo: '4711' }, admin);
    expect((await number(user.id, user.version)).code).toBe('OK');
    const { data: other } = await server.call<Row>('GET', `/v0/users/${people['warehouse']}`, undefined, admin);
    expect((await number(other.id, other.version)).code).toBe('Duplicate');
  });

  it('is refused while a shift is open, a request is undecided, or the month is not over', async () => {
    const { rows } = await server.pool.query(
      `insert into attendances (user_id, start_at, day) values ($1, '2024-09-30T20:00:00Z', '2024-09-30') returning id`,
      [people['warehouse']],
    );
    const { data: asked } = await ask(floor, { kind: 'vacation', startDay: '2024-10-10', endDay: '2024-11-04' });
    const one = (await preview('2024-10')).find(({ userId }) => userId === people['warehouse']);
    expect(one?.obstacles).toEqual([
      { kind: 'openShift', on: '2024-09-30' },
      { kind: 'undecided', on: '2024-10-10' },
    ]);
    expect((await close('warehouse', '2024-10')).data).toBe('attendanceMonths.refusals.openShift');
    await server.pool.query('delete from attendances where id = $1', [rows[0].id]);
    expect((await close('warehouse', '2024-10')).data).toBe('attendanceMonths.refusals.undecided');
    await server.call('POST', `/v0/timeRequests/${asked.id}/withdraw`, {}, floor);
    expect((await close('warehouse', '2099-10')).data).toBe('attendanceMonths.refusals.notOver');
    expect((await close('merchant', '2024-10')).code, 'nobody of the house').toBe('NotFound');
    expect((await close('warehouse', '2024-10', desk)).code).toBe('NotAllowed');
  });

  it('shows people their own months only', async () => {
    const list = (token: string) => server.call<Row[]>('GET', '/v0/attendanceMonths', undefined, token);
    const mine = (await list(desk)).data;
    expect(mine.map((row) => [row['userId'], row['month']])).toEqual([[people['employee'], '2024-10']]);
    expect((await list(floor)).data).toEqual([]);
    expect((await server.call('GET', `/v0/attendanceMonths/${mine[0]?.id}`, undefined, floor)).code).toBe('NotFound');
    expect((await list(await server.signIn('merchant'))).code).toBe('NotAllowed');
  });
});

describe('a closed month', () => {
  it('takes no shift, correction, leave, absence or change of the model from anybody', async () => {
    const { rows } = await server.pool.query(`select id, version from attendances where user_id = $1 and day = '2024-10-01'`, [
      people['employee'],
    ]);
    expect(await enter('employee', '2024-10-08')).toMatchObject(CLOSED);
    expect(await enter('employee', '2024-09-09'), 'months before the first closed one').toMatchObject(CLOSED);
    const change = { version: rows[0].version, breakMinutes: 10, reason: 'Shorter' };
    expect(await server.call('PUT', `/v0/attendances/${rows[0].id}`, change, admin)).toMatchObject(CLOSED);
    expect(await ask(desk, { kind: 'vacation', startDay: '2024-10-30', endDay: '2024-11-04' })).toMatchObject(CLOSED);
    const missed = { startAt: '2024-10-09T07:00:00.000Z', endAt: '2024-10-09T15:00:00.000Z', reason: 'Card forgotten' };
    expect(await ask(desk, { kind: 'correction', ...missed })).toMatchObject(CLOSED);
    const moved = { startAt: '2024-11-05T07:00:00.000Z', endAt: '2024-11-05T15:00:00.000Z', reason: 'Moved', attendanceId: rows[0].id };
    expect(await ask(desk, { kind: 'correction', ...moved }), 'a shift of the closed month').toMatchObject(CLOSED);
    const entry = { title: 'Away', kind: 'absence', startDay: '2024-10-14', endDay: '2024-10-15', whoIds: [people['employee']] };
    expect(await server.call('POST', '/v0/calendarEntries', entry, manager)).toMatchObject(CLOSED);
    const holiday = { title: 'Company holiday', kind: 'publicHoliday', startDay: '2024-10-14', endDay: '2024-10-14' };
    expect((await server.call('POST', '/v0/calendarEntries', holiday, manager)).data).toBe('attendanceMonths.refusals.closedHoliday');
    const { data: models } = await server.call<Row[]>('GET', `/v0/workingTimes?userId=${people['employee']}`, undefined, manager);
    const model = models[0];
    const put = (body: object) => server.call<Row>('PUT', `/v0/workingTimes/${model?.id}`, { version: model?.version, ...body }, manager);
    expect((await put({ monday: 60 })).data).toBe('attendanceMonths.refusals.closedModel');
    expect((await put({ name: 'Full time, five days', leaveDays: 28 })).code, 'what no total depends on').toBe('OK');
    expect((await enter('employee', '2024-11-04')).code, 'the next month is open').toBe('OK');
  });

  it('is reopened by an administrator, the last one first, with a reason that stays in the history', async () => {
    const { data: second } = await close('employee', '2024-11');
    const [first] = (await server.call<Row[]>('GET', '/v0/attendanceMonths?month=2024-10', undefined, manager)).data;
    expect((await reopen(second.id, manager)).code).toBe('NotAllowed');
    expect((await reopen(first?.id ?? '')).data).toBe('attendanceMonths.refusals.notLast');
    expect((await reopen(second.id)).code).toBe('OK');
    expect((await reopen(second.id)).data).toBe('attendanceMonths.refusals.alreadyOpen');
    const before = await monthOf(second.id);
    expect(before).toMatchObject({ state: 'reopened', reopenReason: 'A shift was missing', reopenedBy: people['admin'] });
    const { data: history } = await server.call<Row[]>('GET', `/v0/attendanceMonths/${second.id}/history`, undefined, manager);
    expect(history[0]).toMatchObject({ by: people['admin'], after: { state: 'reopened', reopenReason: 'A shift was missing' } });
    expect((await enter('employee', '2024-11-05')).code).toBe('OK');
    expect((await close('employee', '2024-11')).data.id).toBe(second.id);
    expect(await monthOf(second.id)).toMatchObject({ state: 'closed', worked: Number(before['worked']) + 450 });
  });

  it('keeps its totals also against statements in the database', async () => {
    await expect(
      server.pool.query('update attendance_months set worked = worked + 1, balance = balance + 1, closing = closing + 1'),
    ).rejects.toThrow('attendanceMonths.refusals.kept');
    await expect(server.pool.query('delete from attendance_months')).rejects.toThrow('attendanceMonths.refusals.kept');
  });
});

describe('a close and a write at the same time', () => {
  /** Resolves once a connection waits for the lock of a person. */
  const somebodyWaits = () =>
    expect
      .poll(async () => (await server.pool.query(`select 1 from pg_locks where locktype = 'advisory' and not granted`)).rowCount)
      .toBeGreaterThan(0);

  it('wait for each other: a shift that was written first is counted by the close', async () => {
    const client = await server.pool.connect();
    try {
      await client.query('begin');
      await client.query(
        `insert into attendances (user_id, start_at, end_at, day, worked, state) values ($1, '2024-12-02T08:00:00Z', '2024-12-02T12:00:00Z', '2024-12-02', 240, 'finished')`,
        [people['employee']],
      );
      const closing = close('employee', '2024-12');
      await somebodyWaits();
      await client.query('commit');
      expect(await monthOf((await closing).data.id)).toMatchObject({ worked: 240, state: 'closed' });
    } finally {
      client.release();
    }
  });

  it('wait for each other: a shift that comes while the close is not finished is refused once it is', async () => {
    const client = await server.pool.connect();
    try {
      await client.query('begin');
      await client.query(`select pg_advisory_xact_lock(hashtextextended('attendanceMonths:' || $1::uuid, 0))`, [people['employee']]);
      await client.query(
        `insert into attendance_months (user_id, month, person_name, agreed, worked, holiday, leave, sick, absence, leave_days, sick_days, balance, carried, closing, closed_at)
         values ($1, '2025-01', 'Erika Empfang', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, now())`,
        [people['employee']],
      );
      const written = enter('employee', '2025-01-07');
      await somebodyWaits();
      await client.query('commit');
      expect(await written).toMatchObject(CLOSED);
    } finally {
      client.release();
    }
  });

  it('close a month once when two people do it', async () => {
    const both = await Promise.all([close('warehouse', '2024-10'), close('warehouse', '2024-10', admin)]);
    expect(both.map(({ code }) => code).toSorted()).toEqual(['OK', 'StateRefused']);
  });
});

describe('the file for payroll', () => {
  const file = async (month: string, locale: string, token = manager): Promise<string> => {
    const answer = await fetch(`${server.url}/v0/attendanceMonths/payroll?month=${month}&locale=${locale}`, {
      headers: { 'x-token': token },
    });
    return Buffer.from(await answer.arrayBuffer()).toString();
  };

  it('has a line for each person and wage kind, the same bytes each time, and no formulas', async () => {
    await server.pool.query(`update users set personnel_no = '4711' where id = $1`, [people['employee']]);
    await server.pool.query(`update users set personnel_no = '0815', name = '=HYPERLINK("x")' where id = $1`, [people['warehouse']]);
    const { rows } = await server.pool.query(`select id from attendance_months where user_id = $1 and month = '2024-10'`, [
      people['warehouse'],
    ]);
    expect((await reopen(rows[0].id)).code).toBe('OK');
    await enter('warehouse', '2024-10-01');
    expect((await close('warehouse', '2024-10')).code).toBe('OK');
    const text = await file('2024-10', 'de');
    expect(text.startsWith('\ufeff"Monat";"Personalnummer";"Name";"Lohnart"')).toBe(true);
    const lines = text.trim().split('\r\n').slice(1);
    // October 2024 of a part-timer, Monday to Thursday: 18 days of seven hours; Unity Day and Reformation Day are Thursdays.
    expect(lines.slice(0, 3)).toEqual([
      `"2024-10";"0815";"'=HYPERLINK(""x"")";"100";"Gearbeitete Stunden";7,50;`,
      `"2024-10";"0815";"'=HYPERLINK(""x"")";"110";"Feiertage";14,00;`,
      `"2024-10";"0815";"'=HYPERLINK(""x"")";"190";"Saldo des Monats";-111,50;`,
    ]);
    expect(lines).toContain('"2024-10";"1002";"Erika Empfang";"120";"Urlaub";16,00;2');
    expect(await file('2024-10', 'de')).toBe(text);
    expect(await file('2024-10', 'en')).toContain('"2024-10","0815","\'=HYPERLINK(""x"")","190","Balance of the month",-111.50,');
  });

  it('uses the wage kinds of the house', async () => {
    expect((await server.call('POST', '/v0/settings', { key: 'payroll.leave', value: '0560' }, admin)).code).toBe('OK');
    expect(await file('2024-10', 'de')).toContain('"0560";"Urlaub"');
  });

  it('is for those with the right only, and not for a month that nobody closed', async () => {
    expect(await file('2024-10', 'de', desk)).toContain('NotAllowed');
    expect(await file('2031-01', 'de')).toContain('attendanceMonths.refusals.noneClosed');
    const { rows } = await server.pool.query(`select detail from security_events where event = 'rows.exported' order by id desc limit 1`);
    expect(rows[0].detail).toBe('attendanceMonths payroll 2024-10');
  });
});
