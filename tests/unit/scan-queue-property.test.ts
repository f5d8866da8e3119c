import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Fault } from '../support/scan-endpoint.ts';
import { ANNA, BO, codesOf, hall, STATION } from '../support/scan-hall.ts';

it('whatever the network does, every scan is booked once and in order, and the device knows it (P1, P8)', async () => {
  const fault = fc.constantFrom<Fault>('fine', 'lostRequest', 'lostAnswer', 'cutAnswer', 'error500', 'late500', 'noSession');
  const deed = fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('scan' as const), by: fc.constantFrom(ANNA, BO) }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('send' as const), faults: fc.array(fault, { maxLength: 4 }) }) },
    { weight: 1, arbitrary: fc.constant({ do: 'restart' as const }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('both' as const), faults: fc.array(fault, { maxLength: 6 }) }) },
  );
  const story = fc.record({ deeds: fc.array(deed, { maxLength: 25 }), broken: fc.array(fc.nat(15), { maxLength: 3 }) });
  await fc.assert(
    fc.asyncProperty(story, async ({ deeds, broken }) => {
      const { server, open, send } = hall();
      let store = open();
      let sender = send(store);
      const made: { code: string; by: string }[] = [];
      for (const n of broken) server.unreadable.add(`S${n}`);
      for (const step of deeds) {
        if (step.do === 'scan') {
          const code = `S${made.length}`;
          made.push({ code, by: step.by });
          await store.add({ profile: 'move', source: 'wedge', code, act: { do: 'log', note: '' }, stationId: STATION, authorId: step.by });
        } else if (step.do === 'restart') {
          await store.close();
          store = open();
          sender = send(store);
        } else {
          server.schedule = [...step.faults];
          await (step.do === 'send' ? sender.drain() : Promise.all([sender.drain(), send(open()).drain()]));
        }
      }
      server.schedule = [];
      expect(await sender.drain()).toBe('idle');
      const readable = made.filter(({ code }) => !server.unreadable.has(code));
      expect(server.codes()).toEqual(readable.map(({ code }) => code));
      const booked = server.applied.filter((event) => event.code !== '');
      expect(booked.map((event) => server.authors.get(event.id))).toEqual(readable.map(({ by }) => by));
      expect(await codesOf(store, 'confirmed')).toEqual(readable.map(({ code }) => code));
      expect((await codesOf(store, 'refused')).length).toBe(made.length - readable.length);
      expect(server.last.get(await store.deviceId()) ?? 0).toBe(made.length);
    }),
    { numRuns: 200 },
  );
});
