import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allows } from '#contract/core/access';
import type { ChangeEvent } from '#contract/core/live';
import { createDb } from '../../server/core/db/client.ts';
import { columnName, type ServerArea } from '../../server/core/http/area.ts';
import { readSession } from '../../server/core/http/read-session.ts';
import { selectRows } from '../../server/core/http/select.ts';
import { asActor } from '../../server/core/http/write.ts';
import { createEventFilter } from '../../server/core/live/event-filter.ts';
import { eventsSince, numberEvents } from '../../server/core/live/events.ts';
import { AREAS } from '../../server/modules/index.ts';
import { anyRow, unchecked } from '../support/any-rows.ts';
import { type RoleAccount, roleAccounts } from '../support/role-accounts.ts';
import { startServer, type TestServer } from '../support/server.ts';

describe('live events reach those who may read the row, and nobody else (P28)', () => {
  let server: TestServer;
  let accounts: RoleAccount[];
  let start: number;
  /** Every row that was made, by area: of the sample merchant and carrier, of others, of nobody, of an outside user and of the house. */
  const rows = new Map<string, string[]>();
  const sockets: Socket[] = [];
  const db = () => createDb(server.appPool);

  const variants = (entry: ServerArea, mine: Record<string, string | null>): Record<string, unknown>[] => {
    const { merchant, carrier } = entry.area;
    const owner = (merchantId: string | null, carrierId: string | null) => ({
      ...(merchant && merchant !== 'id' ? { [columnName(merchant)]: merchantId } : {}),
      ...(merchant === 'id' && merchantId ? { id: crypto.randomUUID() } : {}),
      ...(carrier ? { [columnName(carrier)]: carrierId } : {}),
    });
    const by = columnName(entry.owned?.by ?? 'createdBy');
    return [
      { ...owner(mine['merchant'] ?? null, mine['carrier'] ?? null), [by]: mine['merchantUser'] },
      { ...owner(crypto.randomUUID(), crypto.randomUUID()), [by]: mine['carrierUser'] },
      { ...owner(null, null), [by]: crypto.randomUUID() },
    ];
  };

  /** What the list's own engine would give this account of the rows that were made. */
  const readable = async ({ token }: RoleAccount): Promise<Set<string>> => {
    const actor = await readSession(db(), token);
    const found = new Set<string>();
    for (const entry of AREAS.values()) {
      if (!actor || !allows(actor.privileges, `${entry.area.name}.read`)) continue;
      const ids = rows.get(entry.area.name) ?? [];
      const read = await asActor(db(), actor, 'test', (tx) => selectRows(tx, AREAS, entry, actor, ids, { only: ['id'] })).catch(() => []);
      for (const row of read) found.add(String(row['id']));
    }
    return found;
  };
  const made = (ids: Iterable<string>): string[] => {
    const all = new Set([...rows.values()].flat());
    return [...new Set([...ids].filter((id) => all.has(id)))].sort();
  };
  const listen = async (token: string): Promise<{ socket: Socket; heard: string[] }> => {
    const socket = io(server.url, { path: '/ws', transports: ['websocket'], auth: { token }, reconnection: false, forceNew: true });
    sockets.push(socket);
    const heard: string[] = [];
    socket.on('change', (event: ChangeEvent) => heard.push(event.id ?? event.area));
    await new Promise<void>((resolve) => socket.on('connect', resolve));
    return { socket, heard };
  };
  const accountOf = (role: string): RoleAccount => {
    const found = accounts.find((one) => one.role === role);
    if (!found) throw new Error(role);
    return found;
  };

  const live = new Map<string, { socket: Socket; heard: string[] }>();
  beforeAll(async () => {
    server = await startServer({ sample: true });
    accounts = await roleAccounts(server);
    await numberEvents(db());
    start = await numberEvents(db());
    for (const role of ['merchant', 'carrier', 'warehouse']) {
      const client = await listen(accountOf(role).token);
      await client.socket.emitWithAck('since', start);
      live.set(role, client);
    }
    const mine = {
      merchant: accountOf('merchant').merchantId,
      carrier: accountOf('carrier').carrierId,
      merchantUser: accountOf('merchant').userId,
      carrierUser: accountOf('carrier').userId,
    };
    await unchecked(server.pool, AREAS.values(), async (client) => {
      for (const entry of AREAS.values()) {
        // A view has no events: its screens follow those of the areas it adds up.
        if (entry.view) continue;
        const ids: string[] = [];
        for (const over of variants(entry, mine)) {
          // A column that must have an owner cannot go without one.
          const id = await anyRow(client, entry, over).catch((error: { code?: string }) => {
            if (error.code === '23502') return null;
            throw error;
          });
          if (id !== null) ids.push(id);
        }
        rows.set(entry.area.name, ids);
      }
    });
  });
  afterAll(async () => {
    for (const socket of sockets) socket.disconnect();
    await server.close();
  });

  it('for every area and every built-in role, what is heard is what the list shows', async () => {
    await expect.poll(async () => (await numberEvents(db())) - start).toBeGreaterThanOrEqual([...rows.values()].flat().length);
    const events = await eventsSince(db(), start);
    if (events === null) throw new Error('too many events');
    const hears = createEventFilter(db(), AREAS, events);
    for (const account of accounts) {
      const actor = await readSession(db(), account.token);
      if (!actor) throw new Error(account.role);
      const heard = (await hears(actor)).map(({ rowId }) => String(rowId));
      const areaOf = (id: string) => [...rows].find(([, ids]) => ids.includes(id))?.[0];
      const named = (ids: string[]) => ids.map((id) => `${areaOf(id)} ${id}`).sort();
      expect(named(made(heard)), account.role).toEqual(named(made(await readable(account))));
    }
  });

  it.each(['merchant', 'carrier', 'warehouse'])('the socket of a %s hears just these, and after a gap again just these', async (role) => {
    const expected = made(await readable(accountOf(role)));
    expect(expected.length).toBeGreaterThan(0);
    await expect.poll(() => made(live.get(role)?.heard ?? [])).toEqual(expected);
    const late = await listen(accountOf(role).token);
    await late.socket.emitWithAck('since', start);
    expect(made(late.heard)).toEqual(expected);
    expect(new Set(late.heard).size).toBe(late.heard.length);
  });

  it('what is sent to nobody in particular stays in the house; what is sent to somebody reaches them alone', async () => {
    const heard = new Map<string, string[]>();
    for (const role of ['merchant', 'carrier', 'warehouse', 'employee']) {
      const { socket } = await listen(accountOf(role).token);
      const texts: string[] = [];
      heard.set(role, texts);
      socket.on('msg', ({ text }: { text: string }) => texts.push(text));
      socket.on('print', ({ title }: { title?: string }) => texts.push(title ?? ''));
      socket.on('rfid', ({ tag }: Record<string, unknown>) => texts.push(String(tag)));
      await socket.emitWithAck('since', await numberEvents(db()));
    }
    const send = (kind: string, payload: object, to: Record<string, string | null> = {}) =>
      server.pool.query('insert into live_event (kind, payload, user_id, role, merchant_id) values ($1, $2, $3, $4, $5)', [
        kind,
        JSON.stringify(payload),
        to['userId'] ?? null,
        to['role'] ?? null,
        to['merchantId'] ?? null,
      ]);
    await send('msg', { title: '', text: 'house' });
    await send('rfid', { tag: 'tag' });
    await send('print', { type: 'previewUrl', title: 'own' }, { userId: accountOf('warehouse').userId });
    await send('msg', { title: '', text: 'merchant' }, { merchantId: accountOf('merchant').merchantId });
    await send('msg', { title: '', text: 'carriers' }, { role: 'carrier' });
    await send('msg', { title: '', text: 'all' }, { role: '*' });
    await expect.poll(() => [...heard.values()].every((texts) => texts.includes('all'))).toBe(true);
    expect(Object.fromEntries(heard)).toEqual({
      merchant: ['merchant', 'all'],
      carrier: ['carriers', 'all'],
      warehouse: ['house', 'tag', 'own', 'all'],
      employee: ['house', 'tag', 'all'],
    });
  });

  it('a statement that changes many rows is told once for each owner, to those who may read rows of that owner', async () => {
    const from = await numberEvents(db());
    const owners = [String(accountOf('merchant').merchantId), crypto.randomUUID()];
    await unchecked(server.pool, [], (client) =>
      client.query(
        `insert into charges (merchant_id, category_id, source_kind, source_id, happened_on, qty)
         select m, gen_random_uuid(), 'manual', gen_random_uuid(), '2026-01-01', 1 from unnest($1::uuid[]) m, generate_series(1, 150)`,
        [owners],
      ),
    );
    await expect.poll(async () => (await numberEvents(db())) - from).toBeGreaterThanOrEqual(2);
    const events = ((await eventsSince(db(), from)) ?? []).filter(({ area }) => area === 'charges');
    expect(events.map(({ rowId }) => rowId)).toEqual([null, null]);
    const hears = createEventFilter(db(), AREAS, events);
    const heardBy = async (role: string): Promise<(string | null)[]> => {
      const actor = await readSession(db(), accountOf(role).token);
      return actor ? (await hears(actor)).map(({ merchantId }) => merchantId) : [];
    };
    expect(await heardBy('merchant')).toEqual(owners.slice(0, 1));
    expect(new Set(await heardBy('finance'))).toEqual(new Set(owners));
    expect(await heardBy('carrier')).toEqual([]);
  });
});
