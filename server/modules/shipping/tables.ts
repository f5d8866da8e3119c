import { sql } from 'drizzle-orm';
import { bigserial, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Address } from '#contract/core/fields';
import { instant } from '../../core/db/columns.ts';

/**
 * The books of the simulated carrier. It lies in our database so that every node and every restart meets the same carrier; nothing
 * but `simulated.ts` reads it. A reference may stand here twice, as it may at real carriers: that it does not is our doing.
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
    /** First asked for on its way, which happens only to what was handed over. */
    givenAt: instant(),
    voidedAt: instant(),
  },
  (t) => [index('sim_shipments_reference').on(t.reference), index('sim_shipments_tracking').on(t.trackingNo)],
);
