import { bigint, date, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { CURRENCIES } from '#contract/core/fields';
import { OFFER_STATES, type RequestChange } from '#contract/freight/offers';
import { baseColumns, instant } from '../../../core/db/columns.ts';

export const offers = pgTable(
  'offers',
  {
    ...baseColumns,
    no: text().notNull().default(''),
    taskId: uuid().notNull(),
    merchantId: uuid().notNull(),
    carrierId: uuid().notNull(),
    state: text({ enum: OFFER_STATES }).notNull().default('asked'),
    origin: text().notNull().default(''),
    destination: text().notNull().default(''),
    goods: text().notNull().default(''),
    weight: integer(),
    loadingMetres: integer(),
    wantedOn: date({ mode: 'string' }),
    wantedTime: text().notNull().default(''),
    deliverOn: date({ mode: 'string' }),
    deliverTime: text().notNull().default(''),
    remark: text().notNull().default(''),
    changes: jsonb().$type<RequestChange[]>().notNull().default([]),
    answeredAt: instant(),
    price: bigint({ mode: 'number' }),
    currency: text({ enum: CURRENCIES }).notNull().default('EUR'),
    transitDays: integer(),
    pickupDate: date({ mode: 'string' }),
    validUntil: date({ mode: 'string' }),
    note: text().notNull().default(''),
  },
  (t) => [uniqueIndex('offers_once').on(t.taskId, t.carrierId), index('offers_state').on(t.state)],
);
