import type { ListEnvelope } from '#contract/core/envelope';
import type { Profile, ScanCommand, ScanVerdict } from '#contract/scanning/commands';
import { SCAN_BATCH } from '#contract/scanning/commands';
import type { Answer } from '../support/server.ts';
import { type Device, device } from '../support/warehouse.ts';

export type Call = <T = unknown>(method: string, path: string, body?: unknown, token?: string) => Promise<Answer<T>>;
export type Row = { id: string } & Record<string, unknown>;

/** A call that must succeed. @throws Error with the server's own words */
export async function must<T>(call: Call, token: string, method: string, path: string, body?: unknown): Promise<T> {
  const answer = await call<T>(method, path, body, token);
  if (answer.code !== 'OK') throw new Error(`${method} ${path}: ${answer.code} ${JSON.stringify(answer.data ?? answer.error)}`);
  return answer.data;
}

/** All rows of a list, page by page. */
export async function listAll<T extends Row = Row>(call: Call, token: string, path: string): Promise<T[]> {
  const rows: T[] = [];
  let cursor: string | null | undefined;
  do {
    const answer: Answer<T[]> = await call<T[]>(
      'GET',
      `${path}${path.includes('?') ? '&' : '?'}l=1000${cursor ? `&o=${encodeURIComponent(cursor)}` : ''}`,
      undefined,
      token,
    );
    if (answer.code !== 'OK') throw new Error(`${path}: ${answer.code} ${JSON.stringify(answer.data ?? answer.error)}`);
    rows.push(...answer.data);
    cursor = (answer as unknown as ListEnvelope<T>).next;
  } while (cursor);
  return rows;
}

/**
 * Asks until it holds, as a screen that refreshes. A thousand orders take longer than one: it gives up where nothing moved for so long.
 * @throws Error naming what was waited for
 */
export async function until<T>(what: string, read: () => Promise<T>, holds: (value: T) => boolean, seconds = 90): Promise<T> {
  let end = Date.now() + seconds * 1000;
  let before = '';
  for (;;) {
    const value = await read();
    if (holds(value)) return value;
    const now = JSON.stringify(value);
    if (now !== before) end = Date.now() + seconds * 1000;
    before = now;
    if (Date.now() > end) throw new Error(`${what}: nothing moved for ${seconds} s: ${now.slice(0, 500)}`);
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
}

/** Somebody signed in. */
export type Person = { token: string; userId: string };
export async function signIn(call: Call, account: string, passwd: string): Promise<Person> {
  const { token } = await must<{ token: string }>(call, '', 'POST', '/v0/auth/login', { account: `${account}@kontor.example`, passwd });
  const { id } = await must<{ id: string }>(call, token, 'GET', '/v0/auth/stat');
  return { token, userId: id };
}

export type Scan = { act: ScanCommand; code: string };
/** A tablet at a station: sends what was scanned in batches and expects every scan to be booked. */
export type Tablet = {
  stationId: string;
  placeId: string;
  scanned: number;
  scan: (profile: Profile, scans: readonly Scan[]) => Promise<void>;
};

const refused = (scans: readonly Scan[], verdicts: readonly ScanVerdict[]): string[] =>
  verdicts.flatMap(({ outcome, why, params }, i) =>
    outcome === 'applied' ? [] : [`${scans[i]?.act.do} ${scans[i]?.code}: ${outcome} ${why ?? ''} ${JSON.stringify(params)}`],
  );

export function tablet(call: Call, { token, userId }: Person, station: Row): Tablet {
  const stationId = station.id;
  const one: Device = device({ call }, token, userId, stationId);
  const self: Tablet = {
    stationId,
    placeId: station['compartmentId'] as string,
    scanned: 0,
    async scan(profile, scans) {
      for (let i = 0; i < scans.length; i += SCAN_BATCH) {
        const part = scans.slice(i, i + SCAN_BATCH);
        const { verdicts } = await one.post(part.map(({ act, code }) => one.event(act, { profile, code })));
        self.scanned += part.length;
        const faults = refused(part, verdicts);
        if (faults.length > 0) throw new Error(`${faults.length} of ${part.length} scans refused:\n${faults.slice(0, 10).join('\n')}`);
      }
    },
  };
  return self;
}

/** Workers at their own places share one pile of work; each takes the next piece when it is through with one. */
export async function share<W, T>(workers: readonly W[], pile: readonly T[], work: (worker: W, piece: T) => Promise<void>): Promise<void> {
  const left = [...pile];
  await Promise.all(
    workers.map(async (worker) => {
      for (let piece = left.shift(); piece !== undefined; piece = left.shift()) await work(worker, piece);
    }),
  );
}
