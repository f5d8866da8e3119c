import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  casing: 'snake_case',
  schema: ['./server/core/db/tables.ts', './server/modules/*/tables.ts', './server/modules/*/*/table.ts'],
  out: './server/core/db/migrations',
});
