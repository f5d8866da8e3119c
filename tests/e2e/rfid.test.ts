import { beforeAll, describe, expect, it } from 'vitest';
import { tablet } from '../support/tablet.ts';
import { openHouse, rowsOf, sees, seesNot } from './house.ts';

/** Readers of RFID tags: one at the time clock, one at a station. */

const house = openHouse();
const TEA = { sku: 'TEE-EARL-250', code: '4012345000016' };
const TAG = 'E28011606000020000001234';
let basic: string;

const one = async <T>(text: string, ...values: unknown[]): Promise<T> => (await house.server.pool.query(text, values)).rows[0] as T;
/** A reader sends what it read, with the key of its program. */
const read = async (reader: string, tags: string[]): Promise<void> => {
  const { code } = await house.server.call('POST', '/v0/rfid', { reader, tags }, undefined, { authorization: basic });
  expect(code).toBe('OK');
};

beforeAll(async () => {
  const { id } = await house.call<{ id: string }>('POST', '/v0/oauthClients', { name: 'Readers', scopes: ['rfid.send'], merchantId: null });
  const { clientId, secret } = await house.call<{ clientId: string; secret: string }>('POST', `/v0/oauthClients/${id}/secret`, {});
  basic = `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`;
});

describe('a reader', () => {
  it('at the time clock clocks a person in by the tag, which the office sees on the page of attendance as it happens', async () => {
    const worker = await one<{ id: string; version: number; name: string }>(
      `select id, version, name from users where account = 'warehouse@kontor.example'`,
    );
    await house.call('PUT', `/v0/users/${worker.id}`, { version: worker.version, rfidTag: TAG });
    const { compartmentId } = await one<{ compartmentId: string }>(
      `select compartment_id as "compartmentId" from stations where code = 'ST-DOCK-1'`,
    );
    await house.call('POST', '/v0/stations', { code: 'CLOCK-A', name: 'Time clock', compartmentId, reader: 'CLOCK-1', readerUse: 'clock' });
    await house.server.pool.query('delete from attendances where user_id = $1 and end_at is null', [worker.id]);

    const page = await house.visit('/oa/attendanceList', { as: 'manager' });
    const present = rowsOf(page).filter({ hasText: worker.name }).filter({ hasText: 'Working' });
    await expect.poll(() => rowsOf(page).count()).toBeGreaterThan(0);
    await seesNot(present);
    await read('CLOCK-1', [TAG]);
    await sees(present);
    const shift = await one<{ source: string; reader: string }>(
      'select source, reader from attendances where user_id = $1 and end_at is null',
      worker.id,
    );
    expect(shift).toEqual({ source: 'rfid', reader: 'CLOCK-1' });
  });

  it('at a station adds what it reads to the open work, without a scan of the worker', async () => {
    const { id: merchantId } = await one<{ id: string }>(`select id from merchants where no = 'M-1001'`);
    const { no } = await house.call<{ no: string }>('POST', '/v0/tasks', {
      kind: 'inbound',
      merchantId,
      lines: [{ sku: TEA.sku, qty: 3 }],
    });
    const station = await one<{ id: string; version: number }>(`select id, version from stations where code = 'ST-DOCK-1'`);
    await house.call('PUT', `/v0/stations/${station.id}`, { version: station.version, reader: 'GATE-1' });

    const page = await house.visit('/wEP/arrivalScan', {
      as: 'warehouse',
      viewport: { width: 1024, height: 768 },
      serviceWorkers: 'allow',
    });
    const dock = tablet(page);
    await dock.stand('ST-DOCK-1');
    await dock.says(no, `${no} is open.`);
    await read('GATE-1', [TEA.code]);
    await expect.poll(dock.sentence).toBe(`${TEA.sku}: 1 counted.`);
    await dock.says('KONTOR9NEXT', `${TEA.sku}: 1 of 3 received.`);
    await expect.poll(async () => (await one<{ n: number }>(`select received as n from tasks where no = $1`, no)).n).toBe(1);
  });
});
