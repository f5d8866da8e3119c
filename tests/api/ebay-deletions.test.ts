import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EbayFloor, openEbayFloor } from '../support/ebay-floor.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** Notices of eBay that a buyer closed the account. */

const PATH = '/v0/shops/ebay/deletions';
const TOKEN = 'a-token-that-both-sides-agreed-on-0001';
let f: EbayFloor;
let server: TestServer;
beforeAll(async () => {
  f = await openEbayFloor();
  const { KONTOR_SECRET, KONTOR_ORIGIN } = f.floor.server.config;
  const env = { EBAY_APP: `${f.ebay.app}:${TOKEN}`, SHOP_PLATFORM_URL: f.ebay.url, KONTOR_SECRET, KONTOR_ORIGIN };
  server = await startServer({ beside: f.floor.server, env });
});
afterAll(async () => {
  await server.close();
  await f.close();
});

const send = async ({ text, signature }: { text: string; signature: string }, url = server.url): Promise<number> => {
  const headers = { 'content-type': 'application/json', 'x-ebay-signature': signature };
  return (await fetch(`${url}${PATH}`, { method: 'POST', headers, body: text })).status;
};
const stored = async (id: string) => {
  const [row] = await f.rows(
    `select body->'consignee'->>'name1' as name, body->>'remark' as remark, buyer, blanked_at is not null as blanked, buyer_left_at is not null as gone
      from channel_orders where channel_id = $1 and external_id = $2`,
    f.channelId,
    id,
  );
  return row;
};
/** The server reads the shop too, so an order may be read by either. The user name itself is not stored. */
const isRead = (id: string) =>
  expect
    .poll(
      async () => {
        await f.round();
        return String((await stored(id))?.['buyer']);
      },
      { timeout: 20_000 },
    )
    .toMatch(/^[0-9a-f]{64}$/);
const notices = () => f.rows(`select key from channel_due where channel_id = $1 and kind = 'notice'`, f.channelId);

describe('eBay', () => {
  it('is answered that the address is ours, with the token that both agreed on', async () => {
    const answer = await fetch(`${server.url}${PATH}?challenge_code=4711`);
    const challengeResponse = createHash('sha256').update(`4711${TOKEN}${server.config.KONTOR_ORIGIN}${PATH}`).digest('hex');
    expect([answer.status, await answer.json()]).toEqual([200, { challengeResponse }]);
    expect(answer.headers.get('content-type')).toContain('application/json');
    // A house without an application answers nothing.
    expect((await fetch(`${f.floor.server.url}${PATH}?challenge_code=4711`)).status).toBe(404);
  });
});

describe('a buyer who closed the account', () => {
  it('is removed from orders that ended, at once, and from others at their end; a repeat does nothing', async () => {
    const note = 'Ring twice';
    const [ended, open, other] = [
      f.place(undefined, { note }),
      f.place(undefined, { note }),
      f.place(undefined, { buyer: 'somebody-else' }),
    ];
    for (const { id } of [ended, open, other]) await isRead(id);
    await f.rows(`update channel_orders set ended_at = now(), state = 'done' where external_id = $1`, ended.id);
    const notice = f.ebay.deletion('Erika-Buys');
    expect([await send(notice), await send(notice)]).toEqual([200, 200]);
    expect(await stored(ended.id)).toEqual({ name: '', remark: '', buyer: '', blanked: true, gone: true });
    expect(await stored(open.id)).toMatchObject({ name: 'Erika Muster', blanked: false, gone: true });
    expect(await stored(other.id)).toMatchObject({ name: 'Erika Muster', blanked: false, gone: false });
    expect(await notices()).toHaveLength(1);
    // The order is read again while it is worked on, and ends: the next notice, or the night, removes its address.
    await f.rows(`update channel_orders set ended_at = now(), state = 'done' where external_id = $1`, open.id);
    expect(await send(f.ebay.deletion('erika-buys'))).toBe(200);
    expect(await stored(open.id)).toEqual({ name: '', remark: '', buyer: '', blanked: true, gone: true });
  });

  it('of whom nothing is stored is answered and leaves no trace', async () => {
    const before = await notices();
    expect(await send(f.ebay.deletion('nobody-we-know'))).toBe(200);
    expect(await notices()).toEqual(before);
  });
});

describe('a notice', () => {
  it('with a wrong signature, another key or none is refused with 412 and changes nothing', async () => {
    const order = f.place(undefined, { buyer: 'stays' });
    await isRead(order.id);
    const right = f.ebay.deletion('stays');
    expect(await send({ ...right, signature: f.ebay.deletion('other').signature })).toBe(412);
    expect(await send(f.ebay.deletion('stays', 'one', 'unknown-key'))).toBe(412);
    expect(await send({ ...right, signature: 'nonsense' })).toBe(412);
    expect(await send({ ...right, signature: '' })).toBe(412);
    expect(await send({ ...right, text: `${right.text} ` })).toBe(412);
    expect(await send(right, f.floor.server.url)).toBe(412);
    expect(await stored(order.id)).toMatchObject({ gone: false });
  });

  it('asks for a key once an hour, and is sent again if the key cannot be asked for', async () => {
    const asked = f.ebay.calls.filter(({ what }) => what.startsWith('key 9936261a'));
    expect(asked).toHaveLength(1);
    const env = { EBAY_APP: `${f.ebay.app}:${TOKEN}`, SHOP_PLATFORM_URL: 'http://127.0.0.1:9' };
    const away = await startServer({ beside: f.floor.server, env });
    expect(await send(f.ebay.deletion('stays'), away.url)).toBe(503);
    await away.close();
  });
});
