import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDb } from '../../server/core/db/client.ts';
import { mailFolder } from '../../server/core/mail/mail.ts';
import { sendReturnMails } from '../../server/modules/orders/return-mails.ts';
import { addressOf } from '../support/address.ts';
import { type Floor, openFloor } from '../support/floor.ts';
import { startSmtp } from '../support/smtp.ts';
import { acts } from '../support/warehouse.ts';

/** Who hears of a return: the merchant by a message, the customer by a mail where the merchant wishes it. */

let floor: Floor;
beforeAll(async () => {
  floor = await openFloor();
});
afterAll(() => floor.server.close());

const wish = (on: boolean) =>
  floor.server.pool.query('update merchants set tell_customers = $1 where id = $2', [on, floor.house.merchantId]);
const send = (smtp?: string) => {
  const { config, pool } = floor.server;
  return sendReturnMails({
    config: smtp === undefined ? config : { ...config, SMTP_URL: smtp },
    db: createDb(pool),
    log: { warn: () => undefined } as never,
  });
};
const asked = async (country = 'DE') => {
  const { task, items, lines } = await floor.ship([2], {
    consignee: addressOf({
      name1: 'A. Buyer',
      email: `buyer-${country.toLowerCase()}@example.com`,
      country,
      ...(country === 'AT' ? { zip: '1010', city: 'Wien' } : {}),
    }),
  });
  await floor.command(task, 'requestRetour', { lines: [{ lineId: lines[0], qty: 2, reason: 'notWanted' }] });
  const [made] = await floor.rows(`select id, retour_no as no from tasks where parent_id = $1 and kind = 'retour'`, [task]);
  return { id: String(made.id), no: String(made.no), item: items[0]?.id ?? '' };
};
const takeBack = async ({ id, item }: { id: string; item: string }, qty = 2) =>
  floor.scanner.send(acts.takeBack(id, item, qty, floor.house.returns));
const told = (id: string) =>
  floor.rows(
    `select m.title, u.locale from messages m join users u on u.id = m.to_id where m.link = $1 and u.merchant_id = $2 order by m.created_at, m.id`,
    [`/mEP/returns/${id}`, floor.house.merchantId],
  );
const mails = async (to: string): Promise<string[]> => {
  const folder = mailFolder(floor.server.config);
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.includes(to) && name.endsWith('.eml'));
  return Promise.all(names.sort().map((name) => readFile(join(folder, name), 'utf8')));
};
const mailOf = async (id: string, event: string): Promise<string> =>
  (await floor.rows('select mail from return_notices where task_id = $1 and event = $2', [id, event]))[0]?.mail;

test('the merchant is told once when a return is requested, received and finished, in the language of each reader', async () => {
  await wish(false);
  const one = await asked();
  expect((await told(one.id)).map(({ title }) => title)).toContain(`Return ${one.no} requested`);
  const readers = (await told(one.id)).length;
  expect(readers).toBeGreaterThan(0);
  await takeBack(one);
  await floor.scanner.send({ do: 'closeReceipt', taskId: one.id, reason: '' });
  expect(await told(one.id)).toHaveLength(2 * readers);
  expect((await floor.command(one.id, 'rollbackReceipt', { reason: 'Counted wrong' })).code).toBe('OK');
  await takeBack(one);
  await floor.scanner.send({ do: 'closeReceipt', taskId: one.id, reason: '' });
  expect(await told(one.id)).toHaveLength(2 * readers);
  await floor.scanner.send(acts.putAway(one.id, one.item, 2, floor.house.returns, floor.shelf(6)));
  for (const command of ['finish', 'reopen', 'finish']) await floor.command(one.id, command, { reason: 'Again' });
  expect(await told(one.id)).toHaveLength(3 * readers);
  await send();
  expect(await mails('buyer-de@example.com')).toEqual([]);
});

test('the customer hears of number and address, and later of the outcome, in the language of the country, where the merchant wishes it', async () => {
  await wish(true);
  const one = await asked('AT');
  await send();
  await send();
  const [first, ...more] = await mails('buyer-at@example.com');
  expect(more).toEqual([]);
  expect(first).toContain(one.no);
  expect(first).toContain('Ihre');
  await takeBack(one, 1);
  await floor.scanner.send({ do: 'closeReceipt', taskId: one.id, reason: 'lessDelivered' });
  await floor.scanner.send(acts.putAway(one.id, one.item, 1, floor.house.returns, floor.shelf(6)));
  await floor.command(one.id, 'acceptDifference', { reason: 'Keeps one' });
  await floor.command(one.id, 'finish');
  await send();
  expect(await mails('buyer-at@example.com')).toHaveLength(2);
  expect(await mailOf(one.id, 'finished')).toBe('sent');
  const events = await floor.rows(`select payload->>'to' as "to" from task_events where task_id = $1 and command = 'customerMailSent'`, [
    one.id,
  ]);
  expect(events).toEqual([{ to: 'buyer-at@example.com' }, { to: 'buyer-at@example.com' }]);
});

test('a mail that cannot be sent is tried again, and after the last try the history of the return says why', async () => {
  await wish(true);
  const one = await asked('US');
  const full = await startSmtp(() => '452 4.2.2 mailbox full');
  for (let n = 0; n < 5; n++) {
    expect(await mailOf(one.id, 'asked')).toBe('waiting');
    await send(full.url);
    await floor.server.pool.query(`update return_notices set due_at = now() where task_id = $1 and mail = 'waiting'`, [one.id]);
  }
  full.close();
  expect(await mailOf(one.id, 'asked')).toBe('failed');
  const [event] = await floor.rows(`select reason from task_events where task_id = $1 and command = 'customerMailFailed'`, [one.id]);
  expect(event.reason).toContain('4.2.2');
  expect(await mails('buyer-us@example.com')).toEqual([]);
});
