import { sql } from 'drizzle-orm';
import { bigserial, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Address } from '#contract/core/fields';
import { instant } from '../../core/db/columns.ts';

/**
 * Data of the simulated carrier. Stored in our database, so that every node sees the same carrier; only `simulated.ts` reads it. A
 * reference may occur twice, as with real carriers; our own code has to prevent that.
 */
export const simShipments = pgTable(
  'sim_shipments',
  {
    id: uuid().primaryKey().default(sql`kontor_uuid7()`),
    serial: bigserial({ mode: 'number' }).notNull(),
    carrier: text().notNull(),
    reference: text().notNull(),
    trackingNo: text().notNull(),
    retourNo: text().notNull().default(''),
    consignee: jsonb().$type<Address>().notNull(),
    label: text().notNull(),
    bookedAt: instant().notNull().default(sql`clock_timestamp()`),
    /** When tracking was first requested, which only happens after handover. */
    givenAt: instant(),
    voidedAt: instant(),
  },
  (t) => [index('sim_shipments_reference').on(t.reference), index('sim_shipments_tracking').on(t.trackingNo)],
);
