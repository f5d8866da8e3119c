import { sql } from 'drizzle-orm';
import { integer, pgTable, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../db/columns.ts';

/** The queue of one device: its last number without a gap. The row is locked while a batch of it is applied (P8). */
export const scanDevices = pgTable('scan_devices', {
  id: uuid().primaryKey(),
  lastSeq: integer().notNull().default(0),
  stationId: uuid(),
  userId: uuid(),
  seenAt: instant().notNull().default(sql`now()`),
});
