import { expect, it } from 'vitest';
import { ANNA, codesOf, hall } from '../support/scan-hall.ts';

it('one tab holds the lease until it lets go or falls silent', async () => {
  const { store, clock } = hall();
  expect(await store.lease('one', 1000)).toBe(true);
  expect(await store.lease('two', 1000)).toBe(false);
  clock.now += 1001;
  expect(await store.lease('two', 1000)).toBe(true);
  clock.now -= 100_000;
  expect(await store.lease('one', 1000)).toBe(true);
});

it('two tabs that find the same scan unreadable agree on one note', async () => {
  const { store, scan } = hall();
  const { id } = await scan('A');
  await store.mute(id);
  const first = (await store.entry(id))?.noteId;
  await store.mute(id);
  expect((await store.entry(id))?.noteId).toBe(first);
});

it('a tab that hears late of a number used up moves nothing again', async () => {
  const { store, scans } = hall();
  await scans('A', 'B');
  await store.renumber(7);
  await store.renumber(7);
  expect((await store.list('queued')).map((entry) => entry.seq)).toEqual([8, 9]);
});

it('what a person laid aside is not booked when a server asks for it again', async () => {
  const { store, scans, sender, server } = hall();
  server.refused.add('A');
  await scans('A', 'B');
  await sender.drain();
  const [refused] = await store.list('refused');
  await store.dismiss(refused?.id ?? '', ANNA, 'thrown away');
  server.refused.clear();
  server.known.clear();
  server.last.clear();
  server.applied = [];
  await scans('C');
  expect(await sender.drain()).toBe('idle');
  expect(server.codes()).toEqual(['B', 'C']);
  expect(await codesOf(store, 'void')).toEqual(['A']);
});

it('the late answer to a note changes nothing about a scan that was booked', async () => {
  const { store, scan, sender } = hall();
  const { id, seq } = await scan('A');
  await sender.drain();
  await store.settle([{ id, noted: true, verdict: { id, seq, outcome: 'waiting', why: null, params: {} } }]);
  expect(await store.entry(id)).toMatchObject({ state: 'confirmed' });
});
