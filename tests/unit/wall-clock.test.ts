import { expect, it } from 'vitest';
import { instantAt, wallClock } from '#contract/core/wall-clock';

it.each([
  ['in winter', '2026-11-25', 8 * 60 + 30, '2026-11-25T07:30:00.000Z'],
  ['in summer', '2026-07-01', 8 * 60 + 30, '2026-07-01T06:30:00.000Z'],
  ['on the morning on which summer time begins', '2026-03-29', 8 * 60, '2026-03-29T06:00:00.000Z'],
  ['in the last hour before summer time begins', '2026-03-29', 60 + 30, '2026-03-29T00:30:00.000Z'],
  ['in the night in which summer time ends', '2026-10-25', 60 + 30, '2026-10-24T23:30:00.000Z'],
  ['after summer time ended', '2026-10-25', 3 * 60 + 30, '2026-10-25T02:30:00.000Z'],
])('a time of day is the instant at which the clock on the wall shows it: %s', (_, day, minute, instant) => {
  const at = instantAt(day, minute, 'Europe/Berlin');
  expect(new Date(at).toISOString()).toBe(instant);
  expect(wallClock(at, 'Europe/Berlin').slice(11, 16)).toBe(new Date(minute * 60_000).toISOString().slice(11, 16));
});
