import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../support/server.ts';

type Message = { text: string; internal: boolean; files: { id: string; name: string; mime: string; size: number }[] };

let server: TestServer;
let desk: string;
let merchant: string;
let other: string;
let id: string;
let picture: Buffer<ArrayBuffer>;
beforeAll(async () => {
  server = await startServer({ sample: true });
  [desk, merchant] = [await server.signIn('employee'), await server.signIn('merchant')];
  const { rows } = await server.pool.query("select id from merchants where no = 'M-1002'");
  await server.pool.query(
    `insert into users (account, name, type, merchant_id, role_ids, passwd_hash)
      select 'other@kontor.example', 'Other', type, $1, role_ids, passwd_hash from users where account = 'merchant@kontor.example'`,
    [rows[0].id],
  );
  other = await server.signIn('other');
  picture = Buffer.from(
    await sharp({ create: { width: 40, height: 30, channels: 3, background: '#b45309' } })
      .png()
      .toBuffer(),
  );
  const ticket = { topic: 'damage', subject: 'Tea pot broken', text: 'See the picture.' };
  id = (await server.call<{ id: string }>('POST', '/v0/tickets', ticket, merchant)).data.id;
});
afterAll(() => server.close());

const upload = async (name: string, bytes: Buffer<ArrayBuffer>, token: string): Promise<string> => {
  const form = new FormData();
  form.append('file', new Blob([bytes]), name);
  return (await server.call<{ id: string }>('POST', '/v0/statics/upload/intern', form, token)).data.id;
};
const say = (body: Record<string, unknown>, token: string, headers: Record<string, string> = {}) =>
  server.call('POST', `/v0/tickets/${id}/messages`, body, token, headers);
const thread = async (token: string) => (await server.call<Message[]>('GET', `/v0/tickets/${id}/messages`, undefined, token)).data;
const status = async (file: string, token: string) =>
  (await fetch(`${server.url}/v0/static/${file}`, { headers: { 'x-token': token } })).status;

describe('files of a ticket', () => {
  it('are read by whoever may read the ticket, and by nobody else (P17)', async () => {
    const file = await upload('pot.png', picture, merchant);
    expect(await status(file, desk)).toBe(404);
    expect((await say({ files: [file] }, merchant)).code).toBe('OK');
    expect((await thread(desk)).at(-1)).toMatchObject({ text: '', files: [{ id: file, name: 'pot.png', mime: 'image/webp' }] });
    expect(await status(file, desk)).toBe(200);
    expect(await status(file, merchant)).toBe(200);
    expect(await status(file, other)).toBe(404);
  });

  it('of an internal note are for the house alone (P17)', async () => {
    const file = await upload('claim.txt', Buffer.from('the carrier pays'), desk);
    await say({ text: 'For us', internal: true, files: [file] }, desk);
    expect((await thread(desk)).at(-1)).toMatchObject({ internal: true, files: [{ id: file }] });
    expect(JSON.stringify(await thread(merchant))).not.toContain(file);
    expect(await status(file, desk)).toBe(200);
    expect(await status(file, merchant)).toBe(404);
    const found = await server.call<unknown[]>(
      'POST',
      '/v0/files/many',
      { ids: [file.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')] },
      merchant,
    );
    expect(found.data).toEqual([]);
  });

  it('cannot be taken from others, and a message needs words or a file', async () => {
    const foreign = await upload('secret.txt', Buffer.from('not yours'), other);
    const refused = await say({ text: 'look', files: [foreign] }, merchant);
    expect(refused).toMatchObject({ code: 'InvalidInput', data: [{ path: 'files', rule: 'reference' }] });
    expect((await say({ text: '  ' }, merchant)).code).toBe('InvalidInput');
    expect((await say({ text: 'many', files: Array(11).fill(foreign) }, merchant)).code).toBe('InvalidInput');
  });

  it('sent again after a lost answer, they are there once', async () => {
    const file = await upload('once.txt', Buffer.from('once'), merchant);
    expect(await upload('once.txt', Buffer.from('once'), merchant)).toBe(file);
    const key = { 'idempotency-key': 'ticket-files-once' };
    await say({ text: 'once', files: [file, file] }, merchant, key);
    await say({ text: 'once', files: [file, file] }, merchant, key);
    const found = (await thread(desk)).filter(({ text }) => text === 'once');
    expect(found).toMatchObject([{ files: [{ id: file }] }]);
    expect(found[0]?.files).toHaveLength(1);
  });

  it('that a message names cannot be deleted', async () => {
    const [file = ''] = (await thread(desk)).flatMap(({ files }) => files.map((one) => one.id));
    const admin = await server.signIn('admin');
    const uuid = file.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    expect((await server.call('DELETE', `/v0/files/${uuid}`, undefined, admin)).code).toBe('InUse');
  });
});
