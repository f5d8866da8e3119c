import { sql } from 'drizzle-orm';
import { bigint, check, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { RETURN_REASONS } from '#contract/orders/returns';
import { baseColumns } from '../../../core/db/columns.ts';

const counter = () => integer().notNull().default(0);

export const taskLines = pgTable(
  'task_lines',
  {
    ...baseColumns,
    taskId: uuid().notNull(),
    merchantId: uuid().notNull(),
    itemId: uuid().notNull(),
    sku: text().notNull(),
    name: text().notNull(),
    source: text().notNull().default(''),
    ordered: counter(),
    cancelled: counter(),
    reserved: counter(),
    short: counter(),
    picked: counter(),
    packed: counter(),
    shipped: counter(),
    returned: counter(),
    received: counter(),
    damaged: counter(),
    putAway: counter(),
    disposed: counter(),
    price: bigint({ mode: 'number' }),
    position: counter(),
    orderLineId: uuid(),
    returnReason: text({ enum: RETURN_REASONS }),
  },
  () => [
    // Outbound: pieces are picked, then packed, then shipped. Inbound: only received pieces can be put away.
    check('task_lines_picked', sql`picked >= packed and packed >= shipped and shipped >= 0 and returned <= shipped`),
    check('task_lines_cancelled', sql`cancelled >= 0 and short >= 0 and reserved >= 0`),
    check('task_lines_not_above', sql`picked + reserved + cancelled <= greatest(ordered, picked)`),
    check('task_lines_received', sql`received >= put_away + disposed and damaged <= received and put_away >= 0 and disposed >= 0`),
  ],
);
