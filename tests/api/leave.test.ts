import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../support/server.ts';

type Row = { id: string; version: number } & Record<string, unknown>;
type Year = { year: number; agreed: number | null; carried: number; taken: number; asked: number; left: number | null; days: number };
let server: TestServer;
let manager: string;
let desk: string;
let floor: string;
let people: Record<string, string>;
beforeAll(async () => {
  server = await startServer({ sample: true });
  manager = await server.signIn('manager');
  desk = await server.signIn('employee');
  floor = await server.signIn('warehouse');
  const { rows } = await server.pool.query('select split_part(account, $1, 1) as who, id from users', ['@']);
  people = Object.fromEntries(rows.map((row) => [row.who, row.id]));
});
afterAll(() => server.close());

const ask = (token: string, startDay: string, endDay: string) =>
  server.call<Row>('POST', '/v0/timeRequests', { kind: 'vacation', startDay, endDay }, token);
const approve = (id: string, beyond = false) => server.call('POST', `/v0/timeRequests/${id}/approve`, { beyond }, manager);
const own = async (token: string, from: string, to: string) =>
  (await server.call<Year[]>('GET', `/v0/timeRequests/leave?from=${from}&to=${to}`, undefined, token)).data;
const ofRequest = (token: string, id: string) => server.call<Year[]>('GET', `/v0/timeRequests/${id}/leave`, undefined, token);

describe('the days of leave of a person', () => {
  it('are told before a request is sent: a year, carried over, approved, asked for, left, and what the request takes', async () => {
    // Easter 2031 in Hamburg: Good Friday 11 April, Easter Monday 14 April. Friday 11 to Friday 18 has four working days of five.
    expect(await own(desk, '2031-04-11', '2031-04-18')).toEqual([
      { year: 2031, agreed: 28, carried: 0, taken: 0, asked: 0, left: 28, days: 4 },
    ]);
    // Monday to Thursday only: 14 April is a holiday.
    expect((await own(floor, '2031-04-11', '2031-04-18'))[0]).toMatchObject({ agreed: 23, days: 3 });
    const { data: first } = await ask(desk, '2031-04-11', '2031-04-18');
    const { data: second } = await ask(desk, '2031-12-29', '2032-01-06');
    expect((await approve(first.id)).code).toBe('OK');
    // New Year 2032 is a Thursday.
    expect(await own(desk, '2031-12-29', '2032-01-06')).toEqual([
      { year: 2031, agreed: 28, carried: 0, taken: 4, asked: 3, left: 24, days: 3 },
      { year: 2032, agreed: 28, carried: 0, taken: 0, asked: 3, left: 28, days: 3 },
    ]);
    expect((await ofRequest(manager, second.id)).data[0], 'without itself').toMatchObject({ asked: 0, taken: 4, left: 24, days: 3 });
    expect((await ofRequest(floor, second.id)).code, 'of somebody else').toBe('NotFound');
  });

  it('are carried over from the closed December', async () => {
    await server.pool.query(
      `insert into attendance_months (user_id, month, person_name, agreed, worked, holiday, leave, sick, absence, leave_days, sick_days, balance, carried, closing, closed_at, leave_left)
       values ($1, '2024-12', 'Willi Lager', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, now(), 6)`,
      [people['warehouse']],
    );
    expect((await own(floor, '2025-01-06', '2025-01-06'))[0]).toMatchObject({ agreed: 23, carried: 6, left: 29 });
  });

  it('are exceeded only by a decider who was told', async () => {
    const { data: long } = await ask(floor, '2033-05-02', '2033-07-01');
    const [year] = (await ofRequest(manager, long.id)).data;
    expect(Number(year?.days)).toBeGreaterThan(Number(year?.left));
    const { data: related } = await server.call<{ facts: { key: string; value: number; meaning?: string }[] }>(
      'GET',
      `/v0/timeRequests/${long.id}/related`,
      undefined,
      manager,
    );
    expect(related.facts).toEqual([
      expect.objectContaining({ key: 'days', value: year?.days }),
      expect.objectContaining({ key: 'left', value: 23, meaning: 'stop' }),
    ]);
    expect(await approve(long.id)).toMatchObject({ code: 'StateRefused', data: 'timeRequests.refusals.beyond' });
    expect((await approve(long.id, true)).code).toBe('OK');
    expect((await own(floor, '2033-01-03', '2033-01-03'))[0]).toMatchObject({ taken: year?.days, left: 23 - Number(year?.days) });
  });

  it('are approved once where two requests together take more than is left', async () => {
    const { data: one } = await ask(floor, '2034-03-01', '2034-03-24');
    const { data: two } = await ask(floor, '2034-05-02', '2034-05-26');
    const both = await Promise.all([approve(one.id), approve(two.id)]);
    expect(both.map(({ code }) => code).toSorted()).toEqual(['OK', 'StateRefused']);
  });
});

describe('requests for the same days', () => {
  it('are refused, also when two are sent at once', async () => {
    const both = await Promise.all([ask(desk, '2035-06-04', '2035-06-08'), ask(desk, '2035-06-08', '2035-06-12')]);
    expect(both.map(({ code }) => code).toSorted()).toEqual(['InvalidInput', 'OK']);
    expect(both.find(({ code }) => code !== 'OK')?.data).toMatchObject([{ path: 'startDay', rule: 'overlaps' }]);
  });
});

describe('the buttons of a request', () => {
  it('offer nobody to decide the own request, and only its author to change or withdraw it', async () => {
    type Action = { key: string; when: object };
    const { data: mask } = await server.call<{ actions: Action[]; changeable: object }>(
      'GET',
      '/v0/masken/?q=oa.timeRequest.list',
      undefined,
      manager,
    );
    const mine = { field: 'userId', op: 'eq', value: '$me' };
    const requested = { field: 'state', op: 'eq', value: 'requested' };
    const when = Object.fromEntries(mask.actions.map((action) => [action.key, action.when]));
    expect(when['approve']).toEqual({ and: [requested, { not: mine }] });
    expect(when['refuse']).toEqual(when['approve']);
    expect(mask.changeable).toEqual({ and: [requested, mine] });
  });
});
