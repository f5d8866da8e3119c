import type { ReturnReason } from '#contract/orders/returns';
import type { ReturnedLine, Returns } from '../platform.ts';
import { ShopError } from '../platform.ts';
import { callPostOrder, type EbayAccess } from './client.ts';
import { type EbayOrder, type EbayReturn, FoundReturns, Nothing, OneReturn } from './shapes.ts';

/**
 * Returns of buyers at eBay (developer.ebay.com: "Post-Order API", version 2). They are told as received, which moves no money; the merchant refunds at
 * eBay. The interface lists returns by the day of their creation, so all that are open are read.
 */

const PATH = '/post-order/v2/return';
/** Returns of a page, and the days for which a return is looked at. */
const PAGE = 200;
const DAYS = 90;
const DAY = 86_400_000;
/** States in which goods are to come back: the seller or a rule of the seller has agreed, and nobody has them yet. */
const ON_ITS_WAY = ['ITEM_READY_TO_SHIP', 'ITEM_SHIPPED'];
/** eBay knows that they arrived, for example from the carrier. */
const COMING_BACK = [...ON_ITS_WAY, 'ITEM_DELIVERED'];

const REASONS: Readonly<Record<string, ReturnReason>> = {
  ARRIVED_DAMAGED: 'damaged',
  ARRIVED_LATE: 'tooLate',
  DEFECTIVE_ITEM: 'defective',
  DIFFERENT_FROM_LISTING: 'notAsDescribed',
  ORDERED_ACCIDENTALLY: 'notWanted',
};
/** By the kind of reason where the reason itself is none of these. */
const KINDS: Readonly<Record<string, ReturnReason>> = { REMORSE: 'notWanted', SNAD: 'notAsDescribed' };

/** The lines of the order that a return may be of. Its transaction is the line, but for orders of old, which only name the listing. */
function placesOf({ orderId: order, creationInfo }: EbayReturn, { lineItems }: EbayOrder): ReturnedLine['places'] {
  const { itemId = '', transactionId = '' } = creationInfo?.item ?? {};
  const exact = lineItems.filter(({ lineItemId }) => lineItemId === transactionId);
  const found = exact.length > 0 ? exact : lineItems.filter(({ legacyItemId }) => legacyItemId !== '' && legacyItemId === itemId);
  return found.map(({ lineItemId: line }) => ({ order, line }));
}

/** @param findOrder null if eBay does not know it any more */
export function ebayReturns(access: EbayAccess, findOrder: (id: string) => Promise<EbayOrder | null>): Returns {
  const read = async (id: string): Promise<EbayReturn> => {
    const query = { fieldgroups: 'SUMMARY' };
    return (await callPostOrder(access, 'return', `${PATH}/${encodeURIComponent(id)}`, { query, shape: OneReturn })).summary;
  };
  /** A seller who may not use this interface goes on without returns: the others answer. */
  const notSignIn = (error: unknown): never => {
    if (error instanceof ShopError && error.fault.kind === 'signIn') throw new ShopError({ ...error.fault, kind: 'refused' });
    throw error;
  };

  return {
    changed: async () => {
      const ids: string[] = [];
      for (let offset = 0; ; offset += PAGE) {
        const from = new Date(Date.now() - DAYS * DAY).toISOString();
        const query = { creation_date_range_from: from, return_state: 'ALL_OPEN', role: 'SELLER', limit: PAGE, offset };
        // Orders go on without it; the list of calls says what it was, and the next window asks again.
        const found = await callPostOrder(access, 'returns', `${PATH}/search`, { query, shape: FoundReturns }).catch((error: unknown) => {
          if (error instanceof ShopError) return null;
          throw error;
        });
        ids.push(...(found?.members ?? []).filter(({ state }) => COMING_BACK.includes(state)).map(({ returnId }) => returnId));
        if (!found || offset + PAGE >= (found.paginationOutput?.totalEntries ?? 0)) return ids;
      }
    },
    read: async (id) => {
      const found = await read(id).catch(notSignIn);
      const qty = found.creationInfo?.item?.returnQuantity ?? 1;
      const order = COMING_BACK.includes(found.state) ? await findOrder(found.orderId) : null;
      const places = order ? placesOf(found, order) : [];
      if (places.length === 0 || qty < 1) return null;
      const { reason = '', reasonType = '', comments } = found.creationInfo ?? {};
      return {
        externalId: id,
        remark: [id, comments?.content].filter(Boolean).join('\n').slice(0, 2000),
        lines: [{ places, qty, kept: 0, reason: REASONS[reason] ?? KINDS[reasonType] ?? 'other' }],
      };
    },
    // The buyer reads what is told, so the quantities stay here. What did not arrive is not told as received.
    report: async ({ externalId, lines }) => {
      if (lines.every(({ good, bad }) => good + bad === 0)) return;
      const { state } = await read(externalId).catch(notSignIn);
      if (!ON_ITS_WAY.includes(state)) return;
      const path = `${PATH}/${encodeURIComponent(externalId)}/mark_as_received`;
      await callPostOrder(access, 'returnReceived', path, { method: 'POST', body: {}, shape: Nothing }).catch(notSignIn);
    },
  };
}
