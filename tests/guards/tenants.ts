import { getTableColumns } from 'drizzle-orm';
import type { PoolClient } from 'pg';
import { USER_TYPES } from '#contract/access/users';
import { isTexts } from '#contract/core/fields';
import { columnName, type ServerArea } from '../../server/core/http/area.ts';
import { references } from '../../server/core/http/list.ts';
import { AREAS } from '../../server/modules/index.ts';
import { anyRow, unchecked } from '../support/any-rows.ts';
import { makePerson, makeRole } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** Stands in the texts of every foreign row, and nowhere else. */
export const WORD = 'somebodyelses';
/** Stands in the numbers of every foreign row. All numbers of own rows together stay below it. */
export const MUCH = 1_000_000;

type Owner = { merchantId: string | null; carrierId: string | null; userId: string };

/** Somebody outside of the house who holds every privilege, so that nothing but the scope of rows protects the others. */
export type Tenant = Owner & {
  kind: 'merchant' | 'carrier';
  token: string;
  /** By area: an own row, and one whose references all name foreign rows. */
  own: Map<string, string>;
  pointing: Map<string, string>;
};

export type World = {
  server: TestServer;
  tenants: Tenant[];
  /** By area: rows of other merchants, carriers and people, and where the table allows it one of the house. */
  foreign: Map<string, string[]>;
  /** A file that somebody of the house uploaded. */
  file: string;
};

const NOBODY: Owner = { merchantId: null, carrierId: null, userId: crypto.randomUUID() };
const stranger = (): Owner => ({ merchantId: crypto.randomUUID(), carrierId: crypto.randomUUID(), userId: crypto.randomUUID() });

/** Values without which nobody outside of the house may read a row, whosever it is. */
const OPEN: Record<string, Record<string, unknown>> = { outgoingMails: { kind: 'shipment' } };
/** Lists of values: an empty object, which any row has otherwise, is none. */
const readable = ({ area, table }: Pick<ServerArea, 'area' | 'table'>): Record<string, unknown> => ({
  ...OPEN[area.name],
  ...Object.fromEntries(
    Object.entries(getTableColumns(table)).flatMap(([key, column]) =>
      column.getSQLType() === 'jsonb' && column.notNull && area.row.shape[key]?.type === 'array' ? [[columnName(key), '[]']] : [],
    ),
  ),
});

/** Values for every text that a list searches or shows as a title, and for every number. */
function recognizable({ area, table }: ServerArea): Record<string, unknown> {
  const columns = getTableColumns(table);
  const values = readable({ area, table });
  for (const key of new Set([...area.search, ...area.title])) {
    if (isTexts(area.row.shape[key])) values[columnName(key)] = JSON.stringify({ en: WORD, cn: WORD, de: WORD });
    else if (columns[key]?.getSQLType() === 'text') values[columnName(key)] = `${WORD} ${crypto.randomUUID().slice(0, 8)}`;
  }
  for (const key of Object.keys(area.row.shape)) {
    const column = columns[key];
    if (column?.dataType === 'number' && !column.generated && key !== 'version') values[columnName(key)] = MUCH;
  }
  return values;
}

/** Numbers of an own row that nobody outside of the house is told, as large as those of foreign rows. */
function untold({ table, outsideValues = {} }: ServerArea): Record<string, unknown> {
  const columns = getTableColumns(table);
  const numbers = Object.keys(outsideValues).filter((key) => columns[key]?.dataType === 'number' && !columns[key]?.generated);
  return Object.fromEntries(numbers.map((key) => [columnName(key), MUCH]));
}

function belongingTo({ area, owned }: ServerArea, { merchantId, carrierId, userId }: Owner): Record<string, unknown> {
  const { merchant, carrier } = area;
  return {
    ...(merchant && merchant !== 'id' ? { [columnName(merchant)]: merchantId } : {}),
    ...(merchant === 'id' && merchantId !== null ? { id: merchantId } : {}),
    ...(carrier ? { [columnName(carrier)]: carrierId } : {}),
    [columnName(owned?.by ?? 'createdBy')]: userId,
  };
}

/** References of an area that do not say whose the row is. */
export function followed({ area, owned, ...entry }: ServerArea): { key: string; area: string }[] {
  const whose = [area.merchant, area.carrier, owned?.by, 'createdBy', 'updatedBy'];
  return references({ area, ...entry }).filter(({ key, many }) => !many && !whose.includes(key));
}

async function makeTenant(server: TestServer, kind: Tenant['kind'], role: string): Promise<Tenant> {
  const person = await makePerson(server.pool, [role], { type: USER_TYPES[kind] });
  const party = {
    merchantId: kind === 'merchant' ? crypto.randomUUID() : null,
    carrierId: kind === 'carrier' ? crypto.randomUUID() : null,
  };
  return { kind, userId: person.id, token: person.token, ...party, own: new Map(), pointing: new Map() };
}

/** A row, unless its table demands an owner that it does not have. */
async function tryRow(client: PoolClient, entry: ServerArea, values: Record<string, unknown>): Promise<string[]> {
  return anyRow(client, entry, values).then(
    (id) => [id],
    (error: { code?: string }) => {
      if (error.code === '23502') return [];
      throw error;
    },
  );
}

async function uploadFile(server: TestServer): Promise<string> {
  const { token } = await makePerson(server.pool, ['employee']);
  const form = new FormData();
  form.set('file', new Blob(['secret'], { type: 'text/plain' }), 'secret.txt');
  return (await server.call<{ id: string }>('POST', '/v0/statics/upload/intern', form, token)).data.id;
}

/** A server whose every area holds own rows of two tenants and rows that are none of theirs. */
export async function makeWorld(): Promise<World> {
  const server = await startServer();
  await makeRole(server.pool, 'everything', ['*'], USER_TYPES.merchant);
  const tenants = [await makeTenant(server, 'merchant', 'everything'), await makeTenant(server, 'carrier', 'everything')];
  const foreign = new Map<string, string[]>();
  await unchecked(server.pool, AREAS.values(), async (client) => {
    for (const { merchantId, carrierId, userId } of tenants)
      await client.query('update users set merchant_id = $2, carrier_id = $3 where id = $1', [userId, merchantId, carrierId]);
    const stored = [...AREAS.values()].filter(({ view }) => !view);
    for (const entry of stored) {
      const others = [];
      // Shared rows are everybody's.
      for (const owner of [stranger(), stranger(), ...(entry.area.sharedWhenNull ? [] : [NOBODY])])
        others.push(...(await tryRow(client, entry, { ...recognizable(entry), ...belongingTo(entry, owner) })));
      foreign.set(entry.area.name, others);
    }
    for (const [place, tenant] of tenants.entries()) {
      // Where a row has both, the other party is a stranger.
      const owner = {
        ...stranger(),
        userId: tenant.userId,
        ...(tenant.merchantId === null ? { carrierId: tenant.carrierId } : { merchantId: tenant.merchantId }),
      };
      for (const entry of stored) {
        const { name, merchant } = entry.area;
        const naming = followed(entry).map(({ key, area }) => [columnName(key), foreign.get(area)?.[place]]);
        tenant.own.set(name, await anyRow(client, entry, { ...readable(entry), ...untold(entry), ...belongingTo(entry, owner) }));
        if (naming.length > 0 && merchant !== 'id')
          tenant.pointing.set(
            name,
            await anyRow(client, entry, { ...readable(entry), ...belongingTo(entry, owner), ...Object.fromEntries(naming) }),
          );
      }
    }
    // The rows of a view are those of another area.
    for (const { area, view } of AREAS.values()) {
      if (!view) continue;
      foreign.set(area.name, foreign.get(view.of) ?? []);
      for (const tenant of tenants) tenant.own.set(area.name, tenant.own.get(view.of) ?? '');
    }
  });
  return { server, tenants, foreign, file: await uploadFile(server) };
}
