import { Pool } from 'pg';
import { buildApp } from '../../server/app.ts';
import { readConfig } from '../../server/core/config.ts';
import { migrate } from '../../server/core/db/migrate.ts';
import { DECLARATIONS } from '../../server/modules/index.ts';
import { makePerson } from './people.ts';

/**
 * Runs in a copy of the tree with what ARCHITECTURE.md says pasted in: migrates the database of DATABASE_URL, starts the server and prints what
 * the new area answers, as JSON.
 */
const config = readConfig(process.env);
const pool = new Pool({ connectionString: config.DATABASE_URL });
await migrate(pool, DECLARATIONS);
const app = await buildApp({ config, pool, ownerUrl: config.DATABASE_URL ?? '' });
const { token } = await makePerson(pool, ['admin']);
const call = async (method: 'GET' | 'POST', url: string, payload?: object) =>
  (await app.inject({ method, url, headers: { 'x-token': token }, ...(payload ? { payload } : {}) })).json();

const { rows } = await pool.query<{ id: string }>('select id from warehouses order by sort_at limit 1');
const made = await call('POST', '/v0/carts', { code: 'CART-1', warehouseId: rows[0]?.id, tyres: 6 });
const answers = {
  made,
  found: await call('GET', '/v0/carts?q=cart&tyres=6'),
  others: await call('GET', '/v0/carts?tyres=4'),
  history: await call('GET', `/v0/carts/${made.data?.id}/history`),
  mask: await call('GET', '/v0/masken/?q=wms.cart.list'),
};
await app.close();
await pool.end();
console.log(JSON.stringify(answers));
