import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../support/server.ts';

type Row = { id: string; version: number } & Record<string, unknown>;
let server: TestServer;
let manager: string;
let desk: string;
let floor: string;
let merchant: string;
let people: Record<string, string>;
beforeAll(async () => {
  server = await startServer({ sample: true });
  manager = await server.signIn('manager');
  desk = await server.signIn('employee');
  floor = await server.signIn('warehouse');
  merchant = await server.signIn('merchant');
  const { rows } = await server.pool.query('select split_part(account, $1, 1) as who, id from users', ['@']);
  people = Object.fromEntries(rows.map((row) => [row.who, row.id]));
});
afterAll(() => server.close());

const read = async (area: string, id: string, token = manager) =>
  (await server.call<Row>('GET', `/v0/${area}/${id}`, undefined, token)).data;
const clock = (token: string, act: string, more = {}) => server.call<Row>('POST', '/v0/attendances/clock', { act, ...more }, token);

describe('an office task', () => {
  it('goes over the board to done and back; when it was done follows', async () => {
    const { data: made } = await server.call<Row>('POST', '/v0/officeTasks', { title: 'Order tape', assigneeId: people['employee'] }, desk);
    expect(made).toMatchObject({ state: 'open', doneAt: null, no: expect.stringMatching(/^OT-/) });
    await server.call('POST', `/v0/officeTasks/${made.id}/move`, { state: 'done' }, desk);
    expect(await read('officeTasks', made.id)).toMatchObject({ state: 'done', doneAt: expect.any(String) });
    await server.call('POST', `/v0/officeTasks/${made.id}/move`, { state: 'doing' }, desk);
    expect(await read('officeTasks', made.id)).toMatchObject({ state: 'doing', doneAt: null });
    expect((await server.call('POST', `/v0/officeTasks/${made.id}/move`, { state: 'lost' }, desk)).code).toBe('InvalidInput');
    expect((await server.call('GET', '/v0/officeTasks', undefined, merchant)).code).toBe('NotAllowed');
  });
});

describe('a requirement', () => {
  it('has one voice of each person, given and taken back', async () => {
    const { data: made } = await server.call<Row>('POST', '/v0/devRequirements', { title: 'Dark labels', kind: 'wish' }, desk);
    const vote = (token: string) => server.call<Row>('POST', `/v0/devRequirements/${made.id}/vote`, undefined, token);
    expect((await vote(desk)).data).toMatchObject({ votes: 1, mine: true });
    expect((await vote(manager)).data).toMatchObject({ votes: 2, mine: true });
    expect((await vote(desk)).data).toMatchObject({ votes: 1, mine: false });
    expect(await read('devRequirements', made.id)).toMatchObject({ votes: 1, voterIds: [people['manager']] });
  });
});

describe('working time', () => {
  it('that a person clocks is never marked as read from a tag, whatever the call says', async () => {
    for (const source of ['rfid', 'correction']) expect(await clock(manager, 'in', { source })).toMatchObject({ code: 'InvalidInput' });
    expect((await clock(manager, 'toggle')).code).toBe('OK');
    const { rows } = await server.pool.query('select source, reader from attendances where user_id = $1 and end_at is null', [
      people['manager'],
    ]);
    expect(rows).toEqual([{ source: 'web', reader: '' }]);
    expect((await clock(manager, 'out')).code).toBe('OK');
  });

  it('is one open shift a person: come, break, back, leave; “toggle” does what comes next', async () => {
    expect((await clock(manager, 'out')).code).toBe('StateRefused');
    expect((await clock(manager, 'toggle')).data).toMatchObject({ state: 'working' });
    expect((await clock(manager, 'in')).code).toBe('StateRefused');
    expect((await clock(manager, 'breakStart')).data).toMatchObject({ state: 'onBreak' });
    expect((await clock(manager, 'breakStart')).code).toBe('StateRefused');
    expect((await clock(manager, 'toggle')).data).toMatchObject({ state: 'working' });
    expect((await clock(manager, 'toggle')).data).toMatchObject({ state: null });
    const both = await Promise.all([clock(floor, 'in'), clock(floor, 'in')]);
    expect(both.filter(({ code }) => code === 'OK')).toHaveLength(1);
    const open = await server.pool.query('select 1 from attendances where user_id = $1 and end_at is null', [people['warehouse']]);
    expect(open.rowCount).toBe(1);
    await clock(floor, 'out');
  });

  it('of others is seen and corrected by the manager only, with a reason, and never overlaps', async () => {
    const list = (token: string) => server.call<Row[]>('GET', '/v0/attendances', undefined, token);
    expect(new Set((await list(desk)).data.map((row) => row['userId']))).toEqual(new Set([people['employee']]));
    const [shift] = (await list(desk)).data.filter((row) => row['state'] === 'finished');
    if (!shift) throw new Error('the sample has shifts');
    const correct = (body: object, token = manager) =>
      server.call<Row>('PUT', `/v0/attendances/${shift.id}`, { version: shift.version, ...body }, token);
    expect((await correct({ breakMinutes: 45, reason: 'Forgot the break' }, desk)).code).toBe('NotAllowed');
    expect((await correct({ breakMinutes: 45 })).code).toBe('InvalidInput');
    expect((await correct({ breakMinutes: 9999, reason: 'too long' })).code).toBe('InvalidInput');
    expect((await correct({ breakMinutes: 60, reason: 'Forgot the break' })).data).toMatchObject({
      breakMinutes: 60,
      source: 'correction',
    });
    const again = { userId: people['employee'], startAt: shift['startAt'], endAt: shift['endAt'], reason: 'Twice' };
    expect((await server.call('POST', '/v0/attendances', again, manager)).data).toMatchObject([{ path: 'startAt', rule: 'overlaps' }]);
  });

  it('of a month stands on a sheet, one’s own or, for the manager, anybody’s', async () => {
    const sheet = (token: string, who: string) =>
      server.call<{ name: string; days: Row[] }>('GET', `/v0/attendances/sheet?month=2026-02&userId=${people[who]}`, undefined, token);
    expect((await sheet(desk, 'manager')).code).toBe('NotFound');
    const { data } = await sheet(manager, 'employee');
    expect(data.name).toBe('Erika Empfang');
    expect(data.days).toHaveLength(28);
    expect(data.days.filter((day) => day['planned'] === 480)).toHaveLength(20);
  });

  it('follows the working time of the person, which its owner reads and the manager agrees', async () => {
    const planned = async (token: string, month: string, who: string) => {
      const path = `/v0/attendances/sheet?month=${month}&userId=${people[who]}`;
      const { data } = await server.call<{ days: { planned: number; holiday: string | null; day: string }[] }>(
        'GET',
        path,
        undefined,
        token,
      );
      return { minutes: data.days.reduce((sum, day) => sum + day.planned, 0), holidays: data.days.filter(({ holiday }) => holiday) };
    };
    // Hamburg, April 2026: Good Friday and Easter Monday. Four days of seven hours a week.
    expect(await planned(manager, '2026-04', 'warehouse')).toMatchObject({
      minutes: 17 * 420,
      holidays: [
        { day: '2026-04-03', holiday: 'goodFriday', planned: 0 },
        { day: '2026-04-06', holiday: 'easterMonday', planned: 0 },
      ],
    });
    const half = {
      userId: people['employee'],
      validFrom: '2026-06-15',
      name: 'Half',
      state: 'HH',
      monday: 240,
      tuesday: 240,
      wednesday: 240,
      thursday: 240,
      friday: 240,
    };
    expect((await server.call('POST', '/v0/workingTimes', half, desk)).code).toBe('NotAllowed');
    const made = await server.call<Row>('POST', '/v0/workingTimes', half, manager);
    expect(made.data).toMatchObject({ weekMinutes: 1200, saturday: 0 });
    expect((await server.call('POST', '/v0/workingTimes', half, manager)).code, 'twice from one day').toBe('Duplicate');
    expect((await server.call('POST', '/v0/workingTimes', { ...half, validFrom: '2026-07-01', monday: 601 }, manager)).code).toBe(
      'InvalidInput',
    );
    expect(await planned(desk, '2026-06', 'employee')).toMatchObject({ minutes: 10 * 480 + 12 * 240 });
    expect((await planned(desk, '2026-05', 'employee')).minutes, 'months before keep what was agreed').toBe(18 * 480);
    const own = await server.call<Row[]>('GET', '/v0/workingTimes', undefined, desk);
    expect(new Set(own.data.map((row) => row['userId']))).toEqual(new Set([people['employee']]));
  });
});

describe('a request about working time', () => {
  const ask = (token: string, body: object) => server.call<Row>('POST', '/v0/timeRequests', body, token);
  const step = (token: string, id: string, what: string, body: object = {}) =>
    server.call<Row>('POST', `/v0/timeRequests/${id}/${what}`, body, token);
  const sheetDays = async (token: string, month: string, days: string[]) => {
    const path = `/v0/attendances/sheet?month=${month}&userId=${people['employee']}`;
    const { data } = await server.call<{ days: { day: string; leave: string | null; planned: number }[] }>('GET', path, undefined, token);
    return data.days.filter(({ day }) => days.includes(day)).map(({ leave, planned }) => ({ leave, planned }));
  };

  it('for leave is decided by somebody else, and then stands in calendar and timesheet without its kind for colleagues', async () => {
    const { data: made } = await ask(desk, { kind: 'sick', startDay: '2031-03-03', endDay: '2031-03-04' });
    expect(made).toMatchObject({ userId: people['employee'], state: 'requested', decidedBy: null });
    expect(await sheetDays(desk, '2031-03', ['2031-03-03'])).toEqual([{ leave: null, planned: 240 }]);
    expect((await ask(desk, { kind: 'vacation', startDay: '2031-03-04', endDay: '2031-03-07' })).data).toMatchObject([
      { path: 'startDay', rule: 'overlaps' },
    ]);
    expect((await step(desk, made.id, 'approve')).code).toBe('NotAllowed');
    const both = await Promise.all([step(manager, made.id, 'approve'), step(manager, made.id, 'approve')]);
    expect(both.map(({ code }) => code).toSorted()).toEqual(['OK', 'StateRefused']);
    expect(await read('timeRequests', made.id)).toMatchObject({ state: 'approved', decidedBy: people['manager'] });
    expect(await sheetDays(desk, '2031-03', ['2031-03-03', '2031-03-04', '2031-03-05'])).toEqual([
      { leave: 'sick', planned: 0 },
      { leave: 'sick', planned: 0 },
      { leave: null, planned: 240 },
    ]);
    const { data: calendar } = await server.call<Row[]>('GET', '/v0/calendar?from=2031-03-01&to=2031-03-31', undefined, desk);
    const [absence] = calendar.filter((entry) => entry['kind'] === 'absence');
    expect(absence).toMatchObject({ title: 'Erika Empfang', startDay: '2031-03-03', endDay: '2031-03-04' });
    expect(JSON.stringify(absence)).not.toContain('sick');
    expect((await server.call<Row[]>('GET', '/v0/timeRequests', undefined, floor)).data.some(({ id }) => id === made.id)).toBe(false);

    expect((await step(desk, made.id, 'withdraw')).code).toBe('OK');
    expect(await sheetDays(desk, '2031-03', ['2031-03-03'])).toEqual([{ leave: null, planned: 240 }]);
    expect((await step(desk, made.id, 'withdraw')).code).toBe('StateRefused');
  });

  it('for a correction changes the shift once it is approved, with the reason; a refusal changes nothing', async () => {
    const missed = { kind: 'correction', startAt: '2026-01-05T07:00:00.000Z', endAt: '2026-01-05T15:30:00.000Z', breakMinutes: 30 };
    expect((await ask(desk, missed)).data).toMatchObject([{ path: 'reason', rule: 'required' }]);
    const { data: made } = await ask(desk, { ...missed, reason: 'Card forgotten' });
    expect(made).toMatchObject({ startDay: '2026-01-05', endDay: '2026-01-05' });
    const shiftsOf = async () => (await server.call<Row[]>('GET', '/v0/attendances?day=2026-01-05', undefined, desk)).data;
    expect(await shiftsOf()).toEqual([]);
    expect((await step(manager, made.id, 'approve')).code).toBe('OK');
    const [shift] = await shiftsOf();
    expect(shift).toMatchObject({ userId: people['employee'], worked: 480, source: 'correction', reason: 'Card forgotten' });

    const longer = { ...missed, attendanceId: shift?.id, endAt: '2026-01-05T16:00:00.000Z', reason: 'Stayed longer' };
    const wanted = await ask(desk, longer);
    expect((await ask(floor, longer)).code, 'a shift of somebody else').toBe('InvalidInput');
    expect((await ask(manager, longer)).data).toMatchObject([{ path: 'attendanceId', rule: 'reference' }]);
    expect((await step(manager, wanted.data.id, 'refuse')).code).toBe('InvalidInput');
    expect((await step(manager, wanted.data.id, 'refuse', { answer: 'Nobody was here' })).code).toBe('OK');
    expect(await shiftsOf()).toMatchObject([{ id: shift?.id, worked: 480 }]);
    const again = await ask(desk, longer);
    expect((await step(manager, again.data.id, 'approve')).code).toBe('OK');
    expect(await shiftsOf()).toMatchObject([{ id: shift?.id, worked: 510, reason: 'Stayed longer' }]);
    const change = { version: again.data.version + 1, reason: 'later' };
    expect((await server.call('PUT', `/v0/timeRequests/${again.data.id}`, change, desk)).code, 'a decided one').toBe('StateRefused');
  });

  it('of a supervisor is decided by another one', async () => {
    const { data: own } = await ask(manager, { kind: 'vacation', startDay: '2031-05-05', endDay: '2031-05-09' });
    expect((await step(manager, own.id, 'approve')).code).toBe('StateRefused');
    expect((await step(await server.signIn('admin'), own.id, 'approve')).code).toBe('OK');
  });
});

describe('the calendar', () => {
  const entry = { title: 'Fire drill', kind: 'other', startDay: '2031-05-05', endDay: '2031-05-05' };
  const span = (token: string) => server.call<Row[]>('GET', '/v0/calendar?from=2031-05-01&to=2031-05-31', undefined, token);

  it('tells own entries and the days of orders, containers and tasks in one call', async () => {
    await server.call('POST', '/v0/calendarEntries', entry, desk);
    await server.call('POST', '/v0/officeTasks', { title: 'Pay the fee', dueDate: '2031-05-09' }, desk);
    const { rows } = await server.pool.query(`select id from merchants where no = 'M-1001'`);
    const order = { kind: 'inbound', merchantId: rows[0].id, pickupDate: '2031-05-10', lines: [{ sku: 'TEE-EARL-250', qty: 1 }] };
    expect((await server.call('POST', '/v0/tasks', order, desk)).code).toBe('OK');
    expect((await span(desk)).data).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ source: 'entry', title: 'Fire drill', startDay: '2031-05-05', moves: 'startDay' }),
        expect.objectContaining({ source: 'due', startDay: '2031-05-09', moves: 'dueDate' }),
        expect.objectContaining({ source: 'pickup', startDay: '2031-05-10', moves: 'pickupDate' }),
      ]),
    );
    expect((await span(merchant)).code).toBe('NotAllowed');
  });

  it('lets who wrote an entry, or the manager, move it', async () => {
    const { data: made } = await server.call<Row>('POST', '/v0/calendarEntries', entry, manager);
    const move = (token: string) =>
      server.call('PUT', `/v0/calendarEntries/${made.id}`, { version: made.version, startDay: '2031-05-06', endDay: '2031-05-06' }, token);
    expect((await move(desk)).code).toBe('NotFound');
    expect((await move(manager)).code).toBe('OK');
  });

  it('refuses an end before the start, a time that is none, and a script for a link', async () => {
    const make = (more: object) => server.call('POST', '/v0/calendarEntries', { ...entry, ...more }, desk);
    expect((await make({ endDay: '2031-05-04' })).data).toMatchObject([{ path: 'endDay', rule: 'beforeStart' }]);
    expect((await make({ allDay: false, startTime: '25:00', endTime: '26:00' })).code).toBe('InvalidInput');
    expect((await make({ allDay: false, startTime: '10:00', endTime: '09:00' })).data).toMatchObject([
      { path: 'endTime', rule: 'beforeStart' },
    ]);
    expect((await make({ link: 'javascript:alert(1)' })).code).toBe('InvalidInput');
  });
});
