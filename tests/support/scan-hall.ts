import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { createSender, type Sender } from '../../src/scan/queue/sender.ts';
import { createStore, type ScanStore } from '../../src/scan/queue/store.ts';
import { ScanEndpoint } from './scan-endpoint.ts';

export const ANNA = '0190a000-0000-7000-8000-000000000001';
export const BO = '0190a000-0000-7000-8000-000000000002';
export const STATION = '0190a000-0000-7000-8000-00000000000a';
export const MONDAY = Date.parse('2026-11-16T08:00:00Z');

/** A device with a disk that outlives everything, and a server. */
export function hall() {
  const factory = new IDBFactory();
  const clock = { now: MONDAY };
  const server = new ScanEndpoint();
  const open = (): ScanStore => createStore({ factory, keyRange: IDBKeyRange, now: () => clock.now });
  const send = (store: ScanStore): Sender =>
    createSender({ store, transport: server.transport, now: () => clock.now, random: () => 0.5, wait: async () => undefined });
  const store = open();
  const scan = (code: string, authorId = ANNA) =>
    store.add({ profile: 'loggingScan', source: 'wedge', code, act: { do: 'log', note: '' }, stationId: STATION, authorId });
  const scans = async (...codes: string[]): Promise<void> => {
    for (const code of codes) await scan(code);
  };
  return { clock, server, open, send, store, sender: send(store), scan, scans };
}

export const codesOf = async (store: ScanStore, state: 'queued' | 'confirmed' | 'refused' | 'void'): Promise<string[]> =>
  (await store.list(state)).map((entry) => entry.event.code);
