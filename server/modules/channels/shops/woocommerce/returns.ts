import type { z } from 'zod';
import type { CountedReturn, Returns } from '../platform.ts';
import { callWoo, type WooAccess } from './client.ts';
import { localeOf } from './read-order.ts';
import { Made, Notes, Order, Refunds } from './shapes.ts';

/**
 * WooCommerce knows no returns. A refund that names pieces which were shipped says that they come back; one that names an amount only says nothing
 * about goods. A merchant who refunds pieces that the customer keeps closes the return here.
 */

/** The most that one answer lists. */
const PAGE = 100;
const KEY = /^(\d+):(\d+)$/;

/** A refund is known by its order and its own number. */
export const returnKey = (order: number, refund: number): string => `${order}:${refund}`;

type Refund = z.infer<typeof Refunds>[number];
export const readRefunds = async (access: WooAccess, order: number): Promise<Refund[]> =>
  (await callWoo(access, `orders/${order}/refunds`, { query: { per_page: PAGE }, shape: Refunds })).value;

/** A line of a refund names the line that it takes pieces from, and has a quantity of zero or less. */
const piecesOf = ({ line_items: lines }: Refund): { line: number; qty: number }[] =>
  lines.map(({ quantity, meta_data: meta }) => ({
    line: Number(meta.find(({ key }) => key === '_refunded_item_id')?.value),
    qty: Math.abs(quantity),
  }));
/** Pieces by line that were refunded. */
export function refundedPieces(refunds: readonly Refund[]): Map<number, number> {
  const taken = new Map<number, number>();
  for (const { line, qty } of refunds.flatMap(piecesOf)) taken.set(line, (taken.get(line) ?? 0) + qty);
  return taken;
}

export function wooReturns(access: WooAccess): Returns {
  const readOrder = async (id: string) => (await callWoo(access, `orders/${id}`, { shape: Order })).value;
  return {
    read: async (key) => {
      const [, order = '', id = ''] = KEY.exec(key) ?? [];
      const refunds = await readRefunds(access, Number(order));
      const refund = refunds.find((one) => one.id === Number(id));
      if (!refund) return null;
      const refunded = refundedPieces(refunds);
      const bought = new Map((await readOrder(order)).line_items.map((line) => [line.id, line.quantity]));
      const lines = piecesOf(refund).flatMap(({ line, qty }) =>
        qty < 1
          ? []
          : [
              {
                places: [{ order, line: String(line) }],
                qty: Math.floor(qty),
                kept: Math.max(0, Math.floor((bought.get(line) ?? 0) - (refunded.get(line) ?? 0))),
                reason: 'other' as const,
              },
            ],
      );
      return lines.length === 0 ? null : { externalId: key, remark: refund.reason, lines };
    },
    // For the people of the shop; the customer gets no mail. It is not written twice.
    report: async ({ order: id, no }: CountedReturn, note) => {
      const { value: notes } = await callWoo(access, `orders/${id}/notes`, { query: { type: 'internal' }, shape: Notes });
      if (notes.some((one) => one.note.includes(no))) return;
      const body = { note: note(localeOf(await readOrder(id))), customer_note: false };
      await callWoo(access, `orders/${id}/notes`, { method: 'POST', body, shape: Made });
    },
  };
}
