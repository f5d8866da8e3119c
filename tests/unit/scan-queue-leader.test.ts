import { expect, it } from 'vitest';
import { hall } from '../support/scan-hall.ts';

it('one tab holds the lease until it lets go or falls silent', async () => {
  const { store, clock } = hall();
  expect(await store.lease('one', 1000)).toBe(true);
  expect(await store.lease('two', 1000)).toBe(false);
  clock.now += 1001;
  expect(await store.lease('two', 1000)).toBe(true);
  clock.now -= 100_000;
  expect(await store.lease('one', 1000)).toBe(true);
});
