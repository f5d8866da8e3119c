import { bigint, boolean, date, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { type Address, CURRENCIES, EMPTY_ADDRESS } from '#contract/core/fields';
import { COLLECTION_KINDS } from '#contract/freight/collections';
import { baseColumns } from '../../../core/db/columns.ts';
import { serviceColumns } from '../columns.ts';

export const collections = pgTable(
  'collections',
  {
    ...baseColumns,
    ...serviceColumns,
    kind: text({ enum: COLLECTION_KINDS }).notNull().default('collectRequest'),
    pickup: jsonb().$type<Address>().notNull().default(EMPTY_ADDRESS),
    storehouseId: uuid(),
    contact: text().notNull().default(''),
    pickupDate: date({ mode: 'string' }).notNull(),
    timeFrom: text().notNull().default(''),
    timeTo: text().notNull().default(''),
    deliveryDate: date({ mode: 'string' }),
    deliveryFrom: text().notNull().default(''),
    deliveryTo: text().notNull().default(''),
    goods: text().notNull(),
    boxQty: integer(),
    palletQty: integer(),
    weight: integer(),
    dangerGoods: boolean().notNull().default(false),
    tailLift: boolean().notNull().default(false),
    vehicle: text().notNull().default(''),
    packingList: text().notNull().default(''),
    remark: text().notNull().default(''),
    offers: integer().notNull().default(0),
    carrierId: uuid(),
    price: bigint({ mode: 'number' }),
    currency: text({ enum: CURRENCIES }).notNull().default('EUR'),
    requestId: uuid(),
    orderId: uuid(),
    inboundId: uuid(),
  },
  (t) => [index('collections_status').on(t.status)],
);
