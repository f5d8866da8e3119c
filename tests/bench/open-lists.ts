import type { TestServer } from '../support/server.ts';
import { ms, quantile, type Table } from './measure.ts';
import { atRate, type Station } from './scans.ts';

const SCANS_A_SECOND = 50;
const SECONDS = 20;
/** Lists that every scan changes, as three people have them open: who reads, and what. */
const OPEN_LISTS = [
  ['manager', '/v0/tasks?l=25&t=later'],
  ['merchant', '/v0/tasks?l=25&t=later'],
  ['admin', '/v0/stockMoves?l=25&t=later'],
] as const;
/** Milliseconds between two readings of an open list while changes keep coming: src/providers/live.ts doubles from the first to the longest. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 5_000;

export type ScansBesideLists = { scans: number[]; lists: number[] };

/** Reads a list as the page does while its area changes without end. */
async function keepReading(server: TestServer, token: string, path: string, state: { on: boolean }, taken: number[]): Promise<void> {
  for (let pause = FIRST_PAUSE; state.on; pause = Math.min(LONGEST_PAUSE, 2 * pause)) {
    const begun = performance.now();
    const { code } = await server.call('GET', path, undefined, token);
    if (code !== 'OK') throw new Error(`${path}: ${code}`);
    taken.push(performance.now() - begun);
    await new Promise((done) => setTimeout(done, pause));
  }
}

/** Fifty scans a second from eight stations while three lists that they change are open. Milliseconds. */
export async function scanBesideLists(server: TestServer, stations: Station[]): Promise<ScansBesideLists> {
  const readers = await Promise.all(OPEN_LISTS.map(async ([account, path]) => ({ token: await server.signIn(account), path })));
  const state = { on: true };
  const lists: number[] = [];
  const reading = readers.map(({ token, path }) => keepReading(server, token, path, state, lists));
  const scans = await atRate(server, stations, SCANS_A_SECOND, SECONDS);
  state.on = false;
  await Promise.all(reading);
  return { scans, lists };
}

export const besideListsTable = (houses: readonly { orders: number; beside: ScansBesideLists }[]): Table => ({
  title: `${SCANS_A_SECOND} scans a second beside three open lists`,
  note: `Milliseconds over ${SECONDS} seconds: scans from when they were due to their confirmation, and readings of the lists. Two lists of orders, one of them a merchant's, and the list of movements are read again as an open page reads them, ${FIRST_PAUSE / 1000} to ${LONGEST_PAUSE / 1000} s apart. Caller, server and database share the machine, caller and server one process.`,
  head: ['orders', 'scan p50', 'scan p99', 'longest scan', 'scans', 'list p50', 'list p99', 'readings', 'target'],
  rows: houses.map(({ orders, beside: { scans, lists } }) => [
    orders.toLocaleString('en-GB'),
    ms(quantile(scans, 0.5)),
    ms(quantile(scans, 0.99)),
    ms(Math.max(...scans)),
    scans.length,
    ms(quantile(lists, 0.5)),
    ms(quantile(lists, 0.99)),
    lists.length,
    'scan p99 under 150 ms',
  ]),
});
