import type pg from 'pg';
import { dayOf, houseToday } from '#contract/core/house-day';
import { monthAt } from '#contract/office/month-totals';
import { type Break, breakSum, dayWarning, type Shift, workedMinutes } from '#contract/office/shift';

/** Office tasks, requirements and calendar entries of the sample, around today. */

type Client = pg.ClientBase;
const MANAGER = 'manager@kontor.example';
const DESK = 'employee@kontor.example';
const FLOOR = 'warehouse@kontor.example';
const DAY = 86_400_000;
const userId = (at: number): string => `(select id from users where account = $${at})`;

/** title, details, assignee, due in days, priority, state, tags */
const TASKS = [
  [
    'Call Bright Home about the damaged lamps',
    'Two cartons came wet; ask whether to scrap or return.',
    DESK,
    0,
    'urgent',
    'open',
    ['M-1002'],
  ],
  ['Renew the gas check of the fork-lift', 'TÜV Nord, hall A', MANAGER, 5, 'normal', 'doing', ['safety']],
  ['Offer for Alpenfein: storage of 40 pallets', '', MANAGER, 2, 'normal', 'open', ['M-1003', 'offer']],
  ['Send the customs papers of the container', 'Broker waits for the packing list.', DESK, -1, 'urgent', 'waiting', ['customs']],
  ['Order pallet labels', '20 rolls, 100 × 150', DESK, -3, 'low', 'done', []],
  ['Plan the stocktake of hall P', '', null, 12, 'normal', 'open', ['stock']],
] as const;

/** title, details, kind, priority, state, voters */
const REQUIREMENTS = [
  [
    'Show the photo of an item while picking',
    'New people take the white lamp for the black one.',
    'wish',
    'normal',
    'planned',
    [MANAGER, DESK, FLOOR],
  ],
  ['Label is cut at the left edge on printer 2', 'Only since the new roll.', 'bug', 'urgent', 'doing', [FLOOR]],
  ['Export of the shipping log by carrier', '', 'wish', 'low', 'done', [DESK]],
  ['Train the late shift on the new returns table', '', 'task', 'normal', 'wished', []],
] as const;

/** title, kind, from and to in days, time from and to, participants */
const ENTRIES = [
  ['Team meeting', 'meeting', 1, 1, '08:30', '09:00', [MANAGER, DESK, FLOOR], 'weekly'],
  ['Visit of Alpenfein', 'appointment', 3, 3, '11:00', '12:30', [MANAGER], 'none'],
  ['Willi Lager is away', 'absence', 7, 11, '', '', [FLOOR], 'none'],
  ['Sprinkler test in hall A', 'other', 6, 6, '06:30', '08:00', [], 'none'],
] as const;

/** Minutes from midnight UTC; breaks as start and duration. */
type Day = readonly [start: number, end: number, breaks: readonly (readonly [from: number, minutes: number])[]];
/** The last shifts of each user. The first is an ordinary one. */
const SHIFTS: readonly [Day, ...Day[]] = [
  [
    6 * 60 + 2,
    14 * 60 + 31,
    [
      [9 * 60, 15],
      [12 * 60, 20],
    ],
  ],
  [6 * 60 - 5, 14 * 60 + 12, [[10 * 60, 20]]],
  [6 * 60, 17 * 60 + 5, [[12 * 60, 50]]],
];

/** Past working days as midnights in UTC: those of this month and of the month before, which can be closed. */
function workedDays(): number[] {
  const today = houseToday();
  const midnight = Date.parse(`${today}T00:00:00Z`);
  const since = Date.parse(`${monthAt(today.slice(0, 7), -1)}-01T00:00:00Z`);
  const days = Array.from({ length: (midnight - since) / DAY }, (_, i) => since + i * DAY);
  return days.filter((at) => at >= midnight - 3 * DAY || ![0, 6].includes(new Date(at).getUTCDay()));
}

/** Personnel number, days of leave a year, minutes from Monday to Friday. */
const MODELS = [
  [DESK, '1002', 'Full time', 28, [480, 480, 480, 480, 480]],
  [FLOOR, '1003', 'Part time, four days', 23, [420, 420, 420, 420, 0]],
] as const;

async function workingTimes(client: Client): Promise<void> {
  for (const [account, no, name, leaveDays, week] of MODELS) {
    await client.query('update users set personnel_no = $2 where account = $1', [account, no]);
    await client.query(
      `insert into working_times (user_id, valid_from, name, state, leave_days, monday, tuesday, wednesday, thursday, friday)
       values (${userId(1)}, '2020-01-01', $2, 'HH', $3, $4, $5, $6, $7, $8)`,
      [account, name, leaveDays, ...week],
    );
  }
}

async function shifts(client: Client, account: string): Promise<void> {
  const days = workedDays();
  for (const [i, day] of days.entries()) {
    // The last days show violations of working time law; the others are ordinary.
    const [start, end, rests] = SHIFTS[Math.max(0, i - days.length + SHIFTS.length)] ?? SHIFTS[0];
    const at = (minute: number): string => new Date(day + minute * 60_000).toISOString();
    const breaks: Break[] = rests.map(([from, minutes]) => ({ from: at(from), to: at(from + minutes) }));
    const shift: Shift = { startAt: at(start), endAt: at(end), breaks, breakMinutes: breakSum(breaks) };
    await client.query(
      `insert into attendances (user_id, start_at, end_at, breaks, break_minutes, worked, warning, state, day) values (${userId(1)}, $2, $3, $4, $5, $6, $7, 'finished', $8)`,
      [
        account,
        shift.startAt,
        shift.endAt,
        JSON.stringify(breaks),
        shift.breakMinutes,
        workedMinutes(shift, at(end)),
        dayWarning([shift], null, at(end)),
        dayOf(shift.startAt),
      ],
    );
  }
}

export async function loadOffice(client: Client): Promise<void> {
  await workingTimes(client);
  const today = houseToday();
  for (const [i, [title, text, who, due, priority, state, tags]] of TASKS.entries())
    await client.query(
      `insert into office_tasks (no, title, text, assignee_id, due_date, priority, state, tags, done_at, created_by)
       values ($1, $2, $3, ${userId(4)}, $5::date + $6::int, $7, $8, $9, case when $8 = 'done' then now() end, ${userId(10)})`,
      [`OT-${901 + i}`, title, text, who, today, due, priority, state, tags, MANAGER],
    );
  for (const [i, [title, text, kind, priority, state, voters]] of REQUIREMENTS.entries())
    await client.query(
      `insert into dev_requirements (no, title, text, kind, priority, state, voter_ids, votes, done_at, created_by)
       select $1, $2, $3, $4, $5, $6, v.ids, cardinality(v.ids), case when $6 = 'done' then now() end, ${userId(8)}
       from (select array(select id from users where account = any($7::text[])) as ids) v`,
      [`RQ-${901 + i}`, title, text, kind, priority, state, voters, DESK],
    );
  for (const [title, kind, from, to, startTime, endTime, who, repeat] of ENTRIES)
    await client.query(
      `insert into calendar_entries (title, kind, start_day, end_day, all_day, start_time, end_time, who_ids, repeat, created_by)
       values ($1, $2, $3::date + $4::int, $3::date + $5::int, $6::text = '', $6, $7, array(select id from users where account = any($8::text[])), $9, ${userId(10)})`,
      [title, kind, today, from, to, startTime, endTime, who, repeat, MANAGER],
    );
  for (const account of [DESK, FLOOR]) await shifts(client, account);
  await client.query(
    `insert into time_requests (user_id, kind, start_day, end_day, reason, created_by)
     select id, 'vacation', $2::date + 20, $2::date + 24, 'Visit to the family', id from users where account = any($1::text[])`,
    [[DESK, FLOOR], today],
  );
}
