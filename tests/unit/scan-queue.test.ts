import { describe, expect, it } from 'vitest';
import { ScanEvent } from '#contract/scanning/commands';
import { KEEP } from '../../src/scan/queue/entry.ts';
import { createSender } from '../../src/scan/queue/sender.ts';
import type { Fault } from '../support/scan-endpoint.ts';
import { ANNA, BO, codesOf, hall, MONDAY, STATION } from '../support/scan-hall.ts';

describe('a scan that was kept', () => {
  it('has its number, its author and a form that the server takes, before anything is sent', async () => {
    const { scan, server, store } = hall();
    const first = await scan('A');
    const second = await scan('B', BO);
    expect([first.seq, second.seq]).toEqual([1, 2]);
    expect(second).toMatchObject({ state: 'queued', authorId: BO });
    expect(ScanEvent.safeParse(first.event).success).toBe(true);
    expect(server.calls).toBe(0);
    expect(await store.counts()).toEqual({ queued: 2, refused: 0, confirmedToday: 0, oldestAt: MONDAY });
  });

  it('is confirmed by the answer, and counted for today only (P7)', async () => {
    const { scans, sender, store, server, clock } = hall();
    await scans('A', 'B');
    expect(await sender.drain()).toBe('idle');
    expect(server.codes()).toEqual(['A', 'B']);
    expect(await store.counts()).toMatchObject({ queued: 0, confirmedToday: 2, oldestAt: null });
    clock.now += 24 * 60 * 60_000;
    expect(await store.counts()).toMatchObject({ confirmedToday: 0 });
  });

  it('shares its row of numbers with another tab', async () => {
    const { open, store } = hall();
    const other = open();
    const draft = {
      profile: 'move',
      source: 'wedge',
      code: 'X',
      act: { do: 'log', note: '' },
      stationId: STATION,
      authorId: ANNA,
    } as const;
    const kept = await Promise.all(Array.from({ length: 20 }, (_, i) => (i % 2 ? store : other).add(draft)));
    expect(kept.map((entry) => entry.seq).sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    expect(await store.deviceId()).toBe(await other.deviceId());
  });

  it('that could not be kept is an error and takes no number (P7)', async () => {
    const { scan, store } = hall();
    const twice = await scan('A');
    const again = store.add({ ...twice.event, stationId: STATION, authorId: ANNA });
    await expect(again).rejects.toThrow();
    expect((await scan('B')).seq).toBe(2);
  });

  it('stays for as long as it waits; what is settled goes after seven days (P6)', async () => {
    const { scans, scan, sender, store, clock, server } = hall();
    server.refused.add('B');
    await scans('A', 'B');
    await sender.drain();
    await scan('C');
    clock.now += KEEP + 1;
    await store.prune(clock.now - KEEP);
    expect(await codesOf(store, 'confirmed')).toEqual([]);
    expect(await codesOf(store, 'refused')).toEqual(['B']);
    expect(await codesOf(store, 'queued')).toEqual(['C']);
    await sender.drain();
    expect(server.codes()).toEqual(['A', 'C']);
  });
});

describe('on a bad network', () => {
  it.each<[string, Fault[]]>([
    ['a lost request', ['lostRequest']],
    ['a lost answer', ['lostAnswer']],
    ['a cut answer', ['cutAnswer']],
    ['two errors of the server', ['error500', 'error500']],
    ['an error after booking', ['late500']],
    ['everything at once', ['lostAnswer', 'cutAnswer', 'error500', 'lostRequest', 'late500']],
  ])('%s loses nothing and books nothing twice', async (_name, faults) => {
    const { scans, sender, server, store } = hall();
    server.schedule = [...faults];
    await scans('A', 'B', 'C');
    for (const _ of faults) expect(await sender.drain()).toBe('offline');
    expect(await store.counts()).toMatchObject({ queued: 3 });
    expect(await sender.drain()).toBe('idle');
    expect(server.codes()).toEqual(['A', 'B', 'C']);
    expect(await store.counts()).toMatchObject({ queued: 0, confirmedToday: 3 });
  });

  it('a device that was switched off goes on where it stood (P6)', async () => {
    const { scans, sender, server, store, open, send } = hall();
    server.schedule = ['lostAnswer'];
    await scans('A', 'B');
    await sender.drain();
    await store.close();
    const next = open();
    expect(await send(next).drain()).toBe('idle');
    expect(server.codes()).toEqual(['A', 'B']);
    await next.add({ profile: 'move', source: 'wedge', code: 'C', act: { do: 'log', note: '' }, stationId: STATION, authorId: ANNA });
    await send(next).drain();
    expect(server.codes()).toEqual(['A', 'B', 'C']);
  });

  it('two tabs that both send book once', async () => {
    const { scans, sender, send, server, open } = hall();
    await scans('A', 'B', 'C', 'D');
    await Promise.all([sender.drain(), send(open()).drain()]);
    expect(server.codes()).toEqual(['A', 'B', 'C', 'D']);
  });

  it('the state says honestly why nothing moves', async () => {
    const { scans, sender, server } = hall();
    server.schedule = ['lostRequest', 'noSession'];
    await scans('A');
    await sender.drain();
    expect(sender.state()).toMatchObject({ phase: 'offline', code: 'Network' });
    await sender.drain();
    expect(sender.state()).toMatchObject({ phase: 'login', code: 'NoSession' });
    await sender.drain();
    expect(sender.state().phase).toBe('idle');
  });

  it('tries again by itself until all is sent, ever more slowly', async () => {
    const { store, server, clock, scans } = hall();
    const waits: number[] = [];
    server.schedule = ['lostRequest', 'lostAnswer', 'error500', 'cutAnswer'];
    await scans('A', 'B');
    await new Promise<void>((resolve) => {
      const sender = createSender({
        store,
        transport: server.transport,
        now: () => clock.now,
        random: () => 1,
        wait: async (ms) => void waits.push(ms),
        onState: ({ phase }) => phase === 'idle' && resolve(),
      });
      sender.start();
    });
    expect(server.codes()).toEqual(['A', 'B']);
    expect(waits).toEqual([1000, 2000, 4000, 8000]);
  });

  it('is woken by a new scan, and stops when told', async () => {
    const { store, server, clock, scan } = hall();
    let idle: () => void = () => undefined;
    const rest = (): Promise<void> =>
      new Promise((resolve) => {
        idle = resolve;
      });
    const onState = ({ phase }: { phase: string }): void => void (phase === 'idle' && idle());
    const wait = async (): Promise<void> => undefined;
    const sender = createSender({ store, transport: server.transport, now: () => clock.now, random: () => 1, wait, onState });
    const first = rest();
    sender.start();
    await first;
    const second = rest();
    await scan('A');
    sender.kick();
    await second;
    expect(server.codes()).toEqual(['A']);
    await sender.stop();
    await scan('B');
    sender.kick();
    expect(server.codes()).toEqual(['A']);
  });
});

describe('a session that ended (P6)', () => {
  it('keeps everything, and whoever signs in next carries it under the first author', async () => {
    const { scan, sender, server } = hall();
    server.schedule = ['noSession'];
    await scan('A', ANNA);
    await scan('B', ANNA);
    expect(await sender.drain()).toBe('login');
    await scan('C', BO);
    await scan('D', ANNA);
    expect(await sender.drain()).toBe('idle');
    expect(server.codes()).toEqual(['A', 'B', 'C', 'D']);
    expect(server.applied.map((event) => server.authors.get(event.id))).toEqual([ANNA, ANNA, BO, ANNA]);
    expect(server.sizes).toEqual([2, 1, 1]);
  });
});

describe('a scan that the server refuses (P9)', () => {
  it('waits for a person and holds up nobody', async () => {
    const { scans, sender, server, store } = hall();
    server.refused.add('C');
    await scans('A', 'B', 'C', 'D');
    expect(await sender.drain()).toBe('idle');
    expect(server.codes()).toEqual(['A', 'B', 'D']);
    const [open] = await store.list('refused');
    expect(open).toMatchObject({ event: { code: 'C' }, verdict: { outcome: 'refused', why: 'wrongItem' } });
  });

  it('is found among twenty when the whole call fails, and leaves no hole in the numbers', async () => {
    const { scans, sender, server, store } = hall();
    const codes = Array.from({ length: 20 }, (_, i) => `P${i}`);
    server.unreadable.add('P13');
    await scans(...codes);
    expect(await sender.drain()).toBe('idle');
    expect(server.codes()).toEqual(codes.filter((code) => code !== 'P13'));
    expect(await codesOf(store, 'refused')).toEqual(['P13']);
    expect(server.last.get(await store.deviceId())).toBe(20);
    expect(server.calls).toBeLessThan(20);
  });

  it('is never taken for booked because the note in its place was', async () => {
    const { scans, sender, server, store } = hall();
    server.unreadable.add('A');
    await scans('A');
    server.schedule = ['fine', 'lostAnswer'];
    expect(await sender.drain()).toBe('offline');
    server.unreadable.clear();
    expect(await sender.drain()).toBe('idle');
    expect(await codesOf(store, 'refused')).toEqual(['A']);
    expect(server.codes()).toEqual([]);
  });

  it('may be sent again with a reason, once, or laid aside', async () => {
    const { scans, sender, server, store } = hall();
    server.refused.add('A').add('B');
    await scans('A', 'B');
    await sender.drain();
    server.refused.clear();
    const [a, b] = await store.list('refused');
    const again = await store.retry(a?.id ?? '', BO, 'item was put right');
    expect(again).toMatchObject({ seq: 3, authorId: ANNA, event: { code: 'A' } });
    expect(await store.retry(a?.id ?? '', BO, 'twice')).toBeNull();
    await store.dismiss(b?.id ?? '', BO, 'thrown away');
    await sender.drain();
    expect(server.codes()).toEqual(['A']);
    expect(await store.entry(a?.id ?? '')).toMatchObject({ state: 'void', handled: { by: BO, retriedAs: again?.id } });
    expect(await store.counts()).toMatchObject({ queued: 0, refused: 0, confirmedToday: 1 });
  });

  it('a person without the right stops the sending and condemns no scan', async () => {
    const { scans, store, sender, server, clock } = hall();
    const transport = async () => ({ status: 400, code: 'NotAllowed', data: null });
    const without = createSender({ store, transport, now: () => clock.now, random: () => 1, wait: async () => undefined });
    await scans('A', 'B');
    expect(await without.drain()).toBe('stopped');
    expect(await codesOf(store, 'queued')).toEqual(['A', 'B']);
    await sender.drain();
    expect(server.codes()).toEqual(['A', 'B']);
  });

  it('a server that refuses even notes is at fault itself: what follows is kept', async () => {
    const { scans, store, clock } = hall();
    const transport = async () => ({ status: 400, code: 'InvalidInput', data: null });
    const sender = createSender({ store, transport, now: () => clock.now, random: () => 1, wait: async () => undefined });
    await scans('A', 'B');
    expect(await sender.drain()).toBe('stopped');
    expect(await codesOf(store, 'queued')).toEqual(['A', 'B']);
  });
});

describe('a server and a device that disagree about the number (P8)', () => {
  it('a server put back from a backup gets what it forgot', async () => {
    const { scans, sender, server, store } = hall();
    await scans('A', 'B', 'C');
    await sender.drain();
    const device = await store.deviceId();
    server.last.set(device, 1);
    for (const event of server.applied.splice(1)) server.known.delete(event.id);
    await scans('D');
    expect(await sender.drain()).toBe('idle');
    expect(server.codes()).toEqual(['A', 'B', 'C', 'D']);
    expect(await store.counts()).toMatchObject({ queued: 0, refused: 0 });
  });

  it('numbers that are no longer kept are filled with notes', async () => {
    const { scans, sender, server, store, clock } = hall();
    await scans('A', 'B', 'C');
    await sender.drain();
    clock.now += KEEP + 1;
    await store.prune(clock.now - KEEP);
    server.last.clear();
    server.known.clear();
    server.applied = [];
    await scans('D', 'E');
    expect(await sender.drain()).toBe('idle');
    expect(server.codes()).toEqual(['D', 'E']);
    expect(server.last.get(await store.deviceId())).toBe(5);
  });

  it('a device put back from a copy moves behind what the server has', async () => {
    const { scans, sender, server, store } = hall();
    server.last.set(await store.deviceId(), 7);
    await scans('A', 'B');
    expect(await sender.drain()).toBe('idle');
    expect(server.codes()).toEqual(['A', 'B']);
    await scans('C');
    await sender.drain();
    expect(server.last.get(await store.deviceId())).toBe(10);
  });
});
