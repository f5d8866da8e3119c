import { expect, it } from 'vitest';
import { FAVOURITES_MOST, toggled, waitingAt } from '../../src/layout/favourites.ts';

it('a star pins a screen at the end and a second press unpins it; the eighth is refused', () => {
  const seven = Array.from({ length: FAVOURITES_MOST }, (_, i) => `/screen-${i}`);
  expect(toggled(['/a', '/b'], '/c')).toEqual(['/a', '/b', '/c']);
  expect(toggled(['/a', '/b'], '/a')).toEqual(['/b']);
  expect(toggled(seven, '/one-more')).toEqual(seven);
  expect(toggled(seven, '/screen-3')).toHaveLength(FAVOURITES_MOST - 1);
});

const work = (part: Partial<{ path: string; count: number; tone: string; pastDue: boolean }>) => ({
  path: '/orders',
  count: 4,
  exact: true,
  tone: 'work',
  pastDue: false,
  ...part,
});

it('a favourite shows what is past due, else what waits there, and no number where nothing waits', () => {
  const leaving = work({ count: 118 });
  const late = work({ count: 2, tone: 'stop', pastDue: true });
  expect(waitingAt([leaving, late], '/orders')).toBe(late);
  expect(waitingAt([{ ...late, count: 0 }, leaving], '/orders')).toBe(leaving);
  expect(waitingAt([work({ tone: 'done' })], '/orders')).toBeNull();
  expect(waitingAt([work({ count: 0 })], '/orders')).toBeNull();
  expect(waitingAt([leaving], '/items')).toBeNull();
});
