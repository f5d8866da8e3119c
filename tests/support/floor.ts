import { expect } from 'vitest';
import type { ScanVerdict } from '#contract/scanning/commands';
import { addressOf } from './address.ts';
import { startServer } from './server.ts';
import { device, openHouse, stockUp, uuid7 } from './warehouse.ts';

export type Floor = Awaited<ReturnType<typeof openFloor>>;

/** What a scan was answered: its refusal, or its outcome. */
export const why = (verdicts: ScanVerdict[]): string[] => verdicts.map((v) => v.why ?? v.outcome);

/** A house of its own with a scanner and an office, in few words. */
export async function openFloor(shelves = 8, env: Record<string, string> = {}) {
  const server = await startServer({ sample: true, env });
  const house = await openHouse(server, shelves);
  const admin = await server.signIn('admin');
  const rows = async (text: string, values: unknown[] = []) => (await server.pool.query(text, values)).rows;
  const scanner = device(server, admin, (await rows(`select id from users where account = 'admin@kontor.example'`))[0].id, house.stationId);
  const consignee = addressOf({ name1: 'A' });
  let count = 0;
  const makeItem = async (more: Record<string, unknown> = {}): Promise<{ id: string; sku: string }> => {
    const sku = `W-${++count}`;
    const values = { sku, name: sku, merchant_id: house.merchantId, ...more };
    const keys = Object.keys(values);
    return (
      await rows(
        `insert into items (${keys.join(', ')}) values (${keys.map((_, i) => `$${i + 1}`).join(', ')}) returning id, sku`,
        Object.values(values),
      )
    )[0];
  };
  const make = async (kind: string, lines: { sku: string; qty: number }[], more: Record<string, unknown> = {}): Promise<string> => {
    const answer = await server.call<{ id: string }>(
      'POST',
      '/v0/tasks',
      { kind, merchantId: house.merchantId, labelSource: 'none', consignee, lines, ...more },
      admin,
    );
    expect(answer.code, JSON.stringify(answer.data)).toBe('OK');
    return answer.data.id;
  };
  const command = (id: string, name: string, body: Record<string, unknown> = {}) =>
    server.call<unknown>('POST', `/v0/tasks/${id}/command/${name}`, body, admin);
  const status = async (id: string): Promise<string> => (await rows('select status from tasks where id = $1', [id]))[0].status;
  const line = async (id: string) => (await rows('select * from task_lines where task_id = $1 order by position', [id]))[0];
  const walks = (taskId: string) =>
    rows(
      'select q.*, b.serial from picklist_lines q join stock_balances b on b.id = q.balance_id where q.task_id = $1 and q.open order by q.seq',
      [taskId],
    );
  const listFor = (taskIds: string[]) => server.call('POST', '/v0/picklists', { kind: 'batch', taskIds }, admin);
  const pickAll = async (taskId: string) => {
    await listFor([taskId]);
    for (const walk of await walks(taskId))
      expect(
        why(await scanner.send({ do: 'pick', picklistLineId: walk.id, qty: walk.qty, serial: walk.serial, cartId: house.cart })),
      ).toEqual(['applied']);
  };
  const packAll = async (taskId: string, parcelId = uuid7()) => {
    for (const one of await rows('select * from task_lines where task_id = $1 and picked > packed', [taskId])) {
      const verdicts = await scanner.send({
        do: 'pack',
        taskId,
        lineId: one.id,
        parcelId,
        qty: one.picked - one.packed,
        serial: '',
        compartmentId: house.table,
      });
      expect(why(verdicts)).toEqual(['applied']);
    }
    await scanner.send({ do: 'closeParcel', taskId, parcelId, weight: 900, length: null, width: null, height: null });
    return parcelId;
  };
  /** An order that has left the house, with a line of so many pieces for each number, each of an item of its own. */
  const ship = async (qty: readonly number[], more: Record<string, unknown> = {}) => {
    const items: { id: string; sku: string }[] = [];
    for (const pieces of qty) {
      const item = await makeItem();
      await stockUp(server, house.merchantId, item.id, house.shelves[6] as string, pieces);
      items.push(item);
    }
    const task = await make(
      'outbound',
      items.map(({ sku }, i) => ({ sku, qty: qty[i] as number })),
      more,
    );
    await pickAll(task);
    const parcelId = await packAll(task);
    expect(why(await scanner.send({ do: 'handOver', parcelId, loadingListId: null }))).toEqual(['applied']);
    expect(await status(task)).toBe('shipped');
    const lines = await rows('select id from task_lines where task_id = $1 order by position', [task]);
    return { task, items, lines: lines.map(({ id }): string => id) };
  };

  return {
    ship,
    server,
    house,
    admin,
    scanner,
    rows,
    makeItem,
    make,
    command,
    status,
    line,
    walks,
    listFor,
    pickAll,
    packAll,
    shelf: (n: number): string => house.shelves[n] as string,
  };
}
