// A list without anything of ours, as a process of its own (DATABASE_URL names its database): what the same machine gives at most.
import Fastify from 'fastify';
import { Pool } from 'pg';
import { BARE_COLUMNS } from './rows.ts';

const pool = new Pool({ connectionString: process.env['DATABASE_URL'] ?? '', max: 10 });
const app = Fastify();
app.get('/list', async () => {
  const { rows } = await pool.query({
    name: 'list',
    text: `select ${BARE_COLUMNS} from items where deleted_at is null order by sort_at desc limit 25`,
  });
  return { code: 'OK', data: rows, error: null };
});
console.log(`answers at ${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);
process.once('SIGTERM', () => void app.close().then(() => pool.end()));
