import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isPublicAddress } from '../../server/core/public-address.ts';
import { post } from '../../server/modules/channels/webhooks/post.ts';
import { startReceiver } from '../support/receiver.ts';

/** One event sent to an address that a merchant chose, which may be wrong or hostile. */

let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());
beforeEach(() => receiver.forget());

describe('an address of a merchant', () => {
  it('a redirect is not followed, an answer without an end is cut, and one that does not come is given up', async () => {
    const headers = {};
    receiver.answers.set('/x', [{ status: 302, headers: { location: `${receiver.url}/elsewhere` } }, 'endless', 'hang']);
    expect((await post(new URL(`${receiver.url}/x`), '{}', headers, true)).status).toBe(302);
    expect(receiver.at('/elsewhere')).toEqual([]);
    expect((await post(new URL(`${receiver.url}/x`), '{}', headers, true)).text).toHaveLength(500);
    expect(await post(new URL(`${receiver.url}/x`), '{}', headers, true)).toMatchObject({
      status: 0,
      text: 'No answer within ten seconds.',
    });
  }, 30_000);

  it('never leads into the house’s own network: not as a number, not by its name, and not by a second answer of the name service', async () => {
    const inside = [
      '127.0.0.1',
      '10.1.2.3',
      '172.16.0.1',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '0.0.0.0',
      '224.0.0.1',
      '255.255.255.255',
      '::1',
      '::',
      'fe80::1',
      'fc00::1',
      'ff02::1',
      '::ffff:127.0.0.1',
      '::ffff:7f00:1',
      '64:ff9b::7f00:1',
      '2002:7f00:1::',
      '2001:db8::1',
    ];
    expect(inside.filter(isPublicAddress)).toEqual([]);
    expect(['8.8.8.8', '172.32.0.1', '2606:4700::1111'].filter(isPublicAddress)).toHaveLength(3);
    const port = new URL(receiver.url).port;
    for (const host of [`https://127.0.0.1:${port}`, `https://[::1]:${port}`, `https://2130706433:${port}`, `https://0x7f.1:${port}`])
      expect(await post(new URL(host), '{}', {}, false)).toMatchObject({ status: 0 });
    expect(await post(new URL(receiver.url), '{}', {}, false)).toMatchObject({
      status: 0,
      text: expect.stringContaining('no public address'),
    });
    // A name that leads outside at first and inside afterwards: what was checked is what is connected to.
    const found = [{ address: '127.0.0.1', family: 4 }];
    let asked = 0;
    const rebinding = (_host: string, done: (error: null, all: typeof found) => void): void => {
      asked += 1;
      done(null, found);
    };
    expect(await post(new URL(`https://shop.example:${port}/in`), '{}', {}, false, rebinding)).toMatchObject({
      status: 0,
      text: expect.stringContaining('no public address'),
    });
    const mixed = (_host: string, done: (error: null, all: typeof found) => void): void =>
      done(null, [{ address: '8.8.8.8', family: 4 }, ...found]);
    expect(await post(new URL(`https://shop.example:${port}/in`), '{}', {}, false, mixed)).toMatchObject({
      status: 0,
      text: expect.stringContaining('no public address'),
    });
    expect(asked).toBe(1);
    expect(receiver.count()).toBe(0);
  });
});
