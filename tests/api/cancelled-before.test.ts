import { readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let desk: string;
let merchantId: string;
beforeAll(async () => {
  server = await startServer({ sample: true });
  desk = await server.signIn('employee');
  merchantId = (await server.pool.query(`select id from merchants where no = 'M-1001'`)).rows[0].id;
});
afterAll(() => server.close());

const MIGRATIONS = new URL('../../server/core/db/migrations/', import.meta.url);
async function migrate(name: string): Promise<void> {
  const file = (await readdir(MIGRATIONS)).find((one) => one.endsWith(`${name}.sql`));
  await server.pool.query(await readFile(new URL(String(file), MIGRATIONS), 'utf8'));
}
const send = <T = { id: string }>(method: string, path: string, body?: unknown) => server.call<T>(method, path, body, desk);
/** A cancelled container as an earlier version left it. */
async function cancelledBefore(containerNo: string, requested: boolean): Promise<string> {
  const { id } = (await send('POST', '/v0/containers', { merchantId, containerNo })).data;
  await send('POST', `/v0/tasks/${id}/command/markUnderWay`, {});
  if (requested)
    await server.pool.query(`insert into task_blockers (task_id, kind, reason) values ($1, 'cancelRequested', 'Ship sank')`, [id]);
  await server.pool.query(`insert into task_events (task_id, command, reason, to_status) values ($1, 'acceptCancel', '', 'inTransit')`, [
    id,
  ]);
  await server.pool.query(`update task_blockers set resolved_at = now() where task_id = $1`, [id]);
  for (const table of ['tasks', 'containers'])
    await server.pool.query(`update ${table} set deleted_at = now(), cancel_reason = '' where id = $1`, [id]);
  return id;
}
const reasonOf = async (area: string, id: string) => (await send<{ cancelReason: string }>('GET', `/v0/${area}/${id}`)).data.cancelReason;

it('orders cancelled on request before the reason was kept read the reason of their request, or that they were cancelled on request', async () => {
  const named = await cancelledBefore('CSQU3054383', true);
  const unnamed = await cancelledBefore('TGHU7599330', false);
  expect(await reasonOf('tasks', named)).toBe('');
  await migrate('reasons_of_cancellations');
  for (const area of ['tasks', 'containers']) {
    expect(await reasonOf(area, named)).toBe('Ship sank');
    expect(await reasonOf(area, unnamed)).toBe('cancelledOnRequest');
  }
  const { data: story } = await send<{ events: { command: string; cancelReason: string; at: string }[] }>(
    'GET',
    `/v0/tasks/${unnamed}/story`,
  );
  expect(story.events.find(({ command }) => command === 'acceptCancel')).toMatchObject({
    cancelReason: 'cancelledOnRequest',
    at: expect.any(String),
  });
});
