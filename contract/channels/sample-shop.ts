import { z } from 'zod';
import { Id, Instant } from '../core/fields.ts';
import { TASK_STATUS_NAMES } from '../orders/statuses.ts';
import { CHANNEL_ORDER_STATES } from './channel-orders.ts';

/** The address of a channel that leads to a shop to try. RFC 2606 keeps it free of real shops. */
export const SAMPLE_SHOP = 'https://shop.kontor.example';
/** Pieces of one product that a customer orders at most. */
export const MOST_PIECES = 9;

/** A shop to try, as its customers see it. */
export const SampleShop = z.object({
  products: z.array(z.object({ id: z.int(), sku: z.string(), name: z.string(), qty: z.int() })),
  /** Newest first. */
  orders: z.array(
    z.object({
      id: z.int(),
      number: z.string(),
      status: z.enum(['processing', 'completed', 'cancelled']),
      placedAt: Instant,
      customer: z.string(),
      lines: z.array(z.object({ name: z.string(), qty: z.int() })),
      parcels: z.array(z.object({ no: z.string(), carrier: z.string() })),
      /** What the house has made of it; null until it was read. */
      here: z
        .object({
          id: Id,
          state: z.enum(CHANNEL_ORDER_STATES),
          taskId: Id.nullable(),
          taskNo: z.string().nullable(),
          status: z.enum(TASK_STATUS_NAMES).nullable(),
        })
        .nullable(),
    }),
  ),
});
export type SampleShop = z.infer<typeof SampleShop>;

export const SampleOrder = z.strictObject({
  lines: z
    .array(z.strictObject({ product: z.int(), qty: z.int().min(1).max(MOST_PIECES) }))
    .min(1)
    .max(12),
});
