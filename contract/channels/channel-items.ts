import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Instant, Line, Ref } from '../core/fields.ts';

/**
 * Computed. `same`: the shop has the number that it should have. `noItem`: the SKU is none of the merchant's items with stock. `several`: several
 * items of the shop have this SKU, so none is told. `refused`: the shop did not take the number.
 */
export const CHANNEL_ITEM_STATES = ['same', 'differs', 'noItem', 'several', 'refused'] as const;

const made = {
  channelId: Ref('channels'),
  merchantId: Ref('merchants'),
  sku: Line(64),
  barcode: Line(64),
  title: Line(300),
  itemId: Ref('items').nullable(),
  /** Pieces in the shop, and what they should be. */
  there: z.int(),
  here: z.int().nullable(),
  state: z.enum(CHANNEL_ITEM_STATES),
  error: Line(500),
  seenAt: Instant,
  toldAt: Instant.nullable(),
  /** Until when the platform takes no more changes of the listing. */
  waitsUntil: Instant.nullable(),
};

/** An item of a shop, and the stock that the shop has and should have. */
export const channelItems = defineArea({
  name: 'channelItems',
  fields: made,
  serverSet: Object.keys(made) as (keyof typeof made)[],
  search: ['sku', 'title', 'barcode', 'error'],
  title: ['sku'],
  merchant: 'merchantId',
  without: ['create', 'update', 'delete', 'recover', 'purge', 'import'],
});
