import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { SAMPLE_PASSWORD } from '../../server/sample/sample.ts';
import { startReadyChild } from '../support/child.ts';
import { houseFolder } from '../support/house-folder.ts';
import { query } from '../support/postgres.ts';

/** The disk of the data folder runs full (reliability.md P49). */
const left: (() => unknown)[] = [];
afterEach(async () => {
  for (const tidy of left.splice(0).toReversed()) await tidy();
});

const MB = 1024 * 1024;

type Disk = {
  folder: string;
  /** A disk of its own, made for the test: it can be filled to the last byte. */
  isOwn: boolean;
  reserveMb: number;
  /** Leaves so many megabytes free. */
  fill: (leave: number) => void;
  empty: () => void;
};

/** A small disk in memory; where none may be mounted, the folder's own disk, whose reserve is said to begin a little below what is free. */
function smallDisk(): Disk {
  const folder = houseFolder('disk');
  const isOwn = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=700m,mode=0755', 'tmpfs', folder]).status === 0;
  left.push(() => {
    if (isOwn) spawnSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  const free = (): number => {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  };
  const filler = join(folder, 'filler');
  const reserveMb = isOwn ? 64 : Math.floor(free() / MB) - 512;
  return {
    folder,
    isOwn,
    reserveMb,
    fill: (leave) => {
      const bytes = isOwn ? free() - leave * MB : 600 * MB;
      for (let written = 0; written < bytes; written += 8 * MB)
        writeFileSync(filler, Buffer.alloc(Math.min(8 * MB, bytes - written), 1), { flag: 'a' });
    },
    empty: () => rmSync(filler, { force: true }),
  };
}

describe('the disk of the data folder is full', () => {
  it('writing is refused as StorageFull, reading goes on, and both work again when there is room (P49)', async () => {
    const disk = smallDisk();
    const data = join(disk.folder, 'data');
    const server = await startReadyChild({ env: { KONTOR_DATA: data, STORAGE_RESERVE_MB: String(disk.reserveMb) } });
    left.push(() => server.end('SIGKILL'));
    const login = { account: 'admin@kontor.example', passwd: SAMPLE_PASSWORD };
    const { data: session } = await server.call<{ token: string }>('POST', '/v0/auth/login', login);
    const make = (code: string) => server.call('POST', '/v0/storehouses', { code, name: code }, session.token);
    const read = () => server.call('GET', '/v0/storehouses?l=25', undefined, session.token);
    const upload = () => {
      const body = new FormData();
      body.append('file', new Blob(['a,b\n1,2\n'], { type: 'text/csv' }), 'rows.csv');
      return server.call('POST', '/v0/statics/upload/intern', body, session.token);
    };
    const exported = () =>
      server.call('POST', '/v0/exports', { mask: 'wms.storehouse.list', format: 'csv', fields: ['code'], locale: 'en' }, session.token);
    expect((await make('BEFORE')).code).toBe('OK');

    disk.fill(40);
    // The disk is looked at every second.
    await expect.poll(async () => (await make(`W-${performance.now()}`)).code).toBe('StorageFull');
    const refused = await make('FULL');
    expect(refused.status).toBe(507);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await upload()).code).toBe('StorageFull');
    expect((await exported()).code).toBe('StorageFull');
    expect((await read()).code).toBe('OK');

    if (disk.isOwn) {
      // Past the reserve to the last byte: PostgreSQL's log cannot grow, which ends every connection.
      disk.fill(0);
      const url = readFileSync(join(data, 'database.url'), 'utf8');
      const grow = `select pg_logical_emit_message(false, 'full', repeat('x', 1000000)) from generate_series(1, 200)`;
      await expect(query(url, grow)).rejects.toThrow();
      expect((await make('FULL')).code).toBe('StorageFull');
      const answer = await read();
      expect(['OK', 'StorageFull']).toContain(answer.code);
    }

    disk.empty();
    await expect.poll(async () => (await make('AFTER')).code).toBe('OK');
    expect((await upload()).code).toBe('OK');
    const { data: rows } = await server.call<{ code: string }[]>('GET', '/v0/storehouses?l=100', undefined, session.token);
    const codes = rows.map(({ code }) => code);
    expect(codes).toEqual(expect.arrayContaining(['BEFORE', 'AFTER']));
    expect(codes).not.toContain('FULL');
    expect(server.output()).not.toMatch(/unhandled rejection|uncaught exception/);
    expect(await server.end('SIGTERM')).toBe(0);
  });
});
