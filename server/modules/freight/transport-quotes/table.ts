import { bigint, boolean, date, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { type Address, CURRENCIES, EMPTY_ADDRESS } from '#contract/core/fields';
import { FREIGHT_MODES } from '#contract/freight/pieces';
import { baseColumns } from '../../../core/db/columns.ts';
import { serviceColumns } from '../columns.ts';

export const transportQuotes = pgTable(
  'transport_quotes',
  {
    ...baseColumns,
    ...serviceColumns,
    mode: text({ enum: FREIGHT_MODES }).notNull().default('road'),
    origin: jsonb().$type<Address>().notNull().default(EMPTY_ADDRESS),
    destination: jsonb().$type<Address>().notNull().default(EMPTY_ADDRESS),
    pickupDate: date({ mode: 'string' }),
    pieces: text().notNull(),
    unNo: text().notNull().default(''),
    tailLift: boolean().notNull().default(false),
    remark: text().notNull().default(''),
    pieceCount: integer().notNull().default(0),
    weight: integer().notNull().default(0),
    volume: integer().notNull().default(0),
    volumeWeight: integer().notNull().default(0),
    loadingMetres: integer().notNull().default(0),
    chargeable: integer().notNull().default(0),
    offers: integer().notNull().default(0),
    carrierId: uuid(),
    price: bigint({ mode: 'number' }),
    currency: text({ enum: CURRENCIES }).notNull().default('EUR'),
    orderId: uuid(),
  },
  (t) => [index('transport_quotes_status').on(t.status)],
);
