import ICAL from 'ical.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, houseToday } from '#contract/core/house-day';
import { startServer, type TestServer } from '../support/server.ts';

type Row = { id: string; version: number } & Record<string, unknown>;
type Item = { id: string; title: string; startDay: string; endDay: string; startTime: string; moves: string | null; series: object | null };

let server: TestServer;
let desk: string;
let floor: string;
let merchant: string;
beforeAll(async () => {
  server = await startServer({ sample: true });
  desk = await server.signIn('employee');
  floor = await server.signIn('warehouse');
  merchant = await server.signIn('merchant');
});
afterAll(() => server.close());

let made = 0;
/** A series of its own: every Monday from 5 May 2031, unless said otherwise. */
async function series(more: object = {}, token = desk): Promise<Row & { title: string }> {
  made += 1;
  const title = `Series ${made}`;
  const body = { title, kind: 'meeting', startDay: '2031-05-05', endDay: '2031-05-05', repeat: 'weekly', ...more };
  const answer = await server.call<Row>('POST', '/v0/calendarEntries', body, token);
  expect(answer.code, JSON.stringify(answer.data)).toBe('OK');
  return { ...answer.data, title };
}
const items = async (title: string, from = '2031-05-01', to = '2031-05-31', token = desk): Promise<Item[]> => {
  const { data } = await server.call<Item[]>('GET', `/v0/calendar?from=${from}&to=${to}`, undefined, token);
  return data.filter((item) => item.title === title).toSorted((a, b) => a.startDay.localeCompare(b.startDay));
};
const days = async (title: string, from?: string, to?: string): Promise<string[]> =>
  (await items(title, from, to)).map(({ startDay }) => startDay.slice(5));
const act = (id: string, path: string, body: object, token = desk) =>
  server.call<{ id: string }>('POST', `/v0/calendarEntries/${id}/${path}`, body, token);
const read = async (id: string) => (await server.call<Row>('GET', `/v0/calendarEntries/${id}`, undefined, desk)).data;

describe('an entry that repeats', () => {
  it('stands on each of its days, until its last one, also when it lasts over midnight into the month that is shown', async () => {
    const weekly = await series({ repeatUntil: '2031-05-20' });
    expect(await days(weekly.title)).toEqual(['05-05', '05-12', '05-19']);
    const long = await series({ startDay: '2031-04-29', endDay: '2031-05-02', repeat: 'monthly' });
    expect(await days(long.title, '2031-05-01', '2031-05-31')).toEqual(['04-29', '05-29']);
    const second = await series({ startDay: '2031-05-13', endDay: '2031-05-13', repeat: 'monthly', repeatBy: 'weekday' });
    expect(await days(second.title, '2031-06-01', '2031-07-31')).toEqual(['06-10', '07-08']);
    const old = await series({ startDay: '1999-01-02', endDay: '1999-01-02', repeat: 'daily', repeatEvery: 7 });
    expect(await days(old.title, '2031-05-01', '2031-05-14')).toEqual(['05-03', '05-10']);
  });

  it('is refused with a sentence where the rule contradicts the entry', async () => {
    const refusal = async (more: object) =>
      (
        await server.call(
          'POST',
          '/v0/calendarEntries',
          { title: 'x', startDay: '2031-05-05', endDay: '2031-05-05', repeat: 'weekly', ...more },
          desk,
        )
      ).data;
    expect(await refusal({ repeatDays: ['TU', 'WE'] })).toMatchObject([{ path: 'repeatDays', rule: 'firstDayMissing' }]);
    expect(await refusal({ repeatUntil: '2031-05-04' })).toMatchObject([{ path: 'repeatUntil', rule: 'beforeStart' }]);
    expect(await refusal({ kind: 'absence' })).toMatchObject([{ path: 'kind', rule: 'cannotRepeat' }]);
    expect(await refusal({ endDay: '2031-06-30' })).toMatchObject([{ path: 'endDay', rule: 'tooLongToRepeat' }]);
    expect(await refusal({ repeatEvery: 0 })).toMatchObject([{ path: 'repeatEvery' }]);
  });
});

describe('one day of a series', () => {
  it('is moved alone; when the entry in its place is deleted, the day of the series is back', async () => {
    const { id, title } = await series();
    const { data: moved } = await act(id, 'moveDay', { day: '2031-05-12', scope: 'one', to: '2031-05-14' });
    expect(await days(title)).toEqual(['05-05', '05-14', '05-19', '05-26']);
    expect(await read(moved.id)).toMatchObject({ repeat: 'none', seriesId: id, seriesDay: '2031-05-12' });
    await server.call('DELETE', `/v0/calendarEntries/${moved.id}`, undefined, desk);
    expect(await days(title)).toEqual(['05-05', '05-12', '05-19', '05-26']);
  });

  it('is changed once when two people change it at the same time', async () => {
    const { id, title } = await series();
    const body = { day: '2031-05-12', scope: 'one' };
    const both = await Promise.all([
      act(id, 'separateDay', body),
      act(id, 'moveDay', { ...body, to: '2031-05-13' }, await server.signIn('manager')),
    ]);
    expect(both.map(({ code }) => code).toSorted()).toEqual(['OK', 'StateRefused']);
    expect(await items(title)).toHaveLength(4);
  });

  it('is left out and taken back', async () => {
    const { id, title } = await series();
    expect((await act(id, 'skipDay', { day: '2031-05-19', scope: 'one' })).code).toBe('OK');
    expect(await days(title)).toEqual(['05-05', '05-12', '05-26']);
    expect((await act(id, 'skipDay', { day: '2031-05-19', scope: 'one' })).code).toBe('StateRefused');
    expect((await act(id, 'restoreDay', { day: '2031-05-19' })).code).toBe('OK');
    expect(await days(title)).toEqual(['05-05', '05-12', '05-19', '05-26']);
    expect((await act(id, 'skipDay', { day: '2031-05-20', scope: 'one' })).data).toBe('calendarEntries.refusals.notOnThisDay');
  });

  it('belongs to the author of the series and to managers of the calendar', async () => {
    const { id } = await series();
    const body = { day: '2031-05-12', scope: 'one' };
    expect((await act(id, 'skipDay', body, floor)).code).toMatch(/NotFound|NotAllowed/);
    expect((await act(id, 'skipDay', body, merchant)).code).toBe('NotAllowed');
    expect((await act(id, 'skipDay', body, await server.signIn('manager'))).code).toBe('OK');
    const { data: separate } = await act(id, 'separateDay', { day: '2031-05-19', scope: 'one' }, await server.signIn('manager'));
    expect((await read(separate.id))['createdBy']).toBe((await read(id))['createdBy']);
  });
});

describe('a day and all later ones', () => {
  it('become a series of their own, which takes what was changed along', async () => {
    const { id, title } = await series({ repeatDays: ['MO', 'TH'] });
    await act(id, 'skipDay', { day: '2031-05-08', scope: 'one' });
    await act(id, 'skipDay', { day: '2031-05-22', scope: 'one' });
    await act(id, 'moveDay', { day: '2031-05-26', scope: 'one', to: '2031-05-28' });
    const { data: later } = await act(id, 'moveDay', { day: '2031-05-15', scope: 'following', to: '2031-05-16' });
    expect(await days(title)).toEqual(['05-05', '05-12', '05-16', '05-20', '05-28', '05-30']);
    expect(await read(id)).toMatchObject({ repeatUntil: '2031-05-14', skippedDays: ['2031-05-08'] });
    expect(await read(later.id)).toMatchObject({ repeatDays: ['TU', 'FR'], skippedDays: ['2031-05-23'] });
  });

  it('can end; the first day is no rest of a series', async () => {
    const { id, title } = await series();
    expect((await act(id, 'skipDay', { day: '2031-05-19', scope: 'following' })).code).toBe('OK');
    expect(await days(title)).toEqual(['05-05', '05-12']);
    expect((await act(id, 'skipDay', { day: '2031-05-05', scope: 'following' })).data).toBe('calendarEntries.refusals.wholeSeries');
  });

  it('move with the whole series, and back', async () => {
    const { id, title } = await series({ repeat: 'daily', repeatUntil: '2031-05-09' });
    await act(id, 'moveDay', { day: '2031-05-06', scope: 'one', to: '2031-05-20' });
    await act(id, 'moveDay', { day: '2031-05-07', scope: 'one', to: '2031-05-21' });
    await act(id, 'moveDay', { day: '2031-05-08', scope: 'all', to: '2031-05-09' });
    expect(await days(title)).toEqual(['05-06', '05-09', '05-10', '05-20', '05-21']);
    await act(id, 'moveDay', { day: '2031-05-09', scope: 'all', to: '2031-05-08' });
    expect(await days(title)).toEqual(['05-05', '05-08', '05-09', '05-20', '05-21']);
  });

  it('goes with all its days when the series is deleted, and comes back with them', async () => {
    const { id, title } = await series();
    await act(id, 'moveDay', { day: '2031-05-12', scope: 'one', to: '2031-05-14' });
    await server.call('DELETE', `/v0/calendarEntries/${id}`, undefined, desk);
    expect(await days(title)).toEqual([]);
    expect((await server.call('PUT', `/v0/calendarEntries/${id}/recover`, undefined, await server.signIn('manager'))).code).toBe('OK');
    expect(await days(title)).toEqual(['05-05', '05-14', '05-19', '05-26']);
  });
});

describe('the link for calendar programs', () => {
  const feed = async (path: string) => {
    const response = await fetch(`${server.url}${path}`);
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
  };
  const link = async (token: string) => (await server.call<{ path: string }>('POST', '/v0/calendar/link', undefined, token)).data.path;

  it('is read by another program: each day once, at the hour of the house, with moved and skipped days', async () => {
    const from = addDays(houseToday(), 3);
    const body = { startDay: from, endDay: from, repeat: 'daily', repeatUntil: addDays(from, 200) };
    const { id, title } = await series({
      ...body,
      allDay: false,
      startTime: '08:30',
      endTime: '09:15',
      text: 'Bring; the, list\nand keys',
    });
    await act(id, 'skipDay', { day: addDays(from, 1), scope: 'one' });
    await act(id, 'moveDay', { day: addDays(from, 2), scope: 'one', to: addDays(from, 300) });
    const path = await link(desk);
    const { status, type, text } = await feed(path);
    expect({ status, type }).toEqual({ status: 200, type: 'text/calendar; charset=utf-8' });
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    const calendar = new ICAL.Component(ICAL.parse(text));
    const events = calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component));
    const mine = events.filter((event) => event.summary === title);
    expect(mine).toHaveLength(2);
    const zone = new ICAL.Timezone(calendar.getFirstSubcomponent('vtimezone') ?? []);
    const found: string[] = [];
    for (const event of mine) {
      const days = event.iterator();
      for (let next = days.next(); next; next = days.next()) {
        next.zone = zone;
        found.push(next.toJSDate().toISOString());
      }
    }
    const shown = await server.pool.query(
      `select to_char((d + time '08:30') at time zone 'Europe/Berlin' at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"') as at
       from (select generate_series($1::date, $1::date + 200, '1 day')::date as d) s where d not in ($1::date + 1, $1::date + 2)
       union select to_char(($1::date + 300 + time '08:30') at time zone 'Europe/Berlin' at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"') order by 1`,
      [from],
    );
    expect(found.toSorted()).toEqual(shown.rows.map(({ at }) => at));
    expect(mine[0]?.description).toBe('Bring; the, list\nand keys');
    const uids = events.map(({ uid }) => uid);
    expect(new Set(uids).size).toBe(uids.length);
  });

  it('shows no more than its owner may see, and ends with a new link, on request, and with the account', async () => {
    const other = await server.signIn('employee');
    const first = await link(other);
    const second = await link(other);
    expect((await feed(first)).status).toBe(404);
    const { status, text } = await feed(second);
    expect(status).toBe(200);
    expect(text).not.toMatch(/SUMMARY:(Invoice|Bill) due/);
    expect((await server.call<object>('GET', '/v0/calendar/link', undefined, other)).data).toMatchObject({ readAt: expect.any(String) });
    expect((await server.call('DELETE', '/v0/calendar/link', undefined, other)).code).toBe('OK');
    expect((await feed(second)).status).toBe(404);
    const third = await link(other);
    await server.pool.query(`update users set disabled_at = now() where account = 'employee@kontor.example'`);
    expect((await feed(third)).status).toBe(404);
    expect((await server.call('POST', '/v0/calendar/link', undefined, merchant)).code).toBe('NotAllowed');
    expect((await feed('/v0/calendar/feed.ics?key=short')).status).toBe(422);
    const { rows } = await server.pool.query(
      `select event, count(*)::int as n from security_events where event like 'calendarLink%' group by 1 order by 1`,
    );
    expect(rows).toEqual([
      { event: 'calendarLink.ended', n: 1 },
      { event: 'calendarLink.made', n: 4 },
    ]);
    const kept = await server.pool.query(`select count(*)::int as n from idempotency where answer::text like '%feed.ics%'`);
    expect(kept.rows).toEqual([{ n: 0 }]);
  });
});
