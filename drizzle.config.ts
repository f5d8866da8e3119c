import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  casing: 'snake_case',
  schema: ['./server/db/tables.ts', './server/{access,stock,tasks,scan,carriers,money}/tables.ts', './server/areas/*/table.ts'],
  out: './server/db/migrations',
});
