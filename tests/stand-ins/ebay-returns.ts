import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { EbayOrder, Seller } from './ebay-seller.ts';

/** Returns of the stand-in for eBay (Post-Order API, version 2). Calls and answers are held against shapes that are restated from the documentation. */

export type EbayReturn = {
  id: string;
  created: number;
  order: EbayOrder;
  line: number;
  qty: number;
  state: 'CLOSED' | 'ITEM_DELIVERED' | 'ITEM_KEPT' | 'ITEM_READY_TO_SHIP' | 'ITEM_SHIPPED' | 'RETURN_REQUESTED';
  reason: string;
  reasonType: 'REMORSE' | 'SNAD';
  comment: string;
  /** How often it was told as received. */
  received: number;
  /** Orders of old name the listing only. */
  isOld: boolean;
};

const STATES = ['CLOSED', 'ITEM_DELIVERED', 'ITEM_KEPT', 'ITEM_READY_TO_SHIP', 'ITEM_SHIPPED', 'RETURN_REQUESTED'] as const;
const Summary = z.strictObject({
  returnId: z.string().regex(/^\d+$/),
  orderId: z.string(),
  buyerLoginName: z.string(),
  sellerLoginName: z.string(),
  currentType: z.enum(['MONEY_BACK', 'REPLACEMENT']),
  state: z.enum(STATES),
  creationInfo: z.strictObject({
    item: z.strictObject({ itemId: z.string(), transactionId: z.string(), returnQuantity: z.int().min(1) }),
    type: z.enum(['MONEY_BACK', 'REPLACEMENT']),
    reason: z.string(),
    reasonType: z.enum(['REMORSE', 'SNAD']),
    comments: z.strictObject({ content: z.string() }).optional(),
    creationDate: z.strictObject({ value: z.iso.datetime() }),
  }),
});
const count = z.string().regex(/^\d+$/);
const SHAPES: Readonly<Record<string, { query: z.ZodType; body?: z.ZodType; answer: z.ZodType }>> = {
  'GET return/search': {
    query: z.strictObject({
      creation_date_range_from: z.iso.datetime(),
      return_state: z.enum(['ALL_OPEN', 'ALL_OPEN_RETURN', 'CLOSED', 'ITEM_DELIVERED', 'ITEM_SHIPPED', 'RETURN_STARTED']),
      role: z.enum(['BUYER', 'SELLER']),
      limit: count,
      offset: count,
    }),
    answer: z.strictObject({
      members: z.array(Summary),
      total: z.int(),
      paginationOutput: z.strictObject({ limit: z.int(), offset: z.int(), totalEntries: z.int(), totalPages: z.int() }),
    }),
  },
  'GET return/:id': {
    query: z.strictObject({ fieldgroups: z.enum(['FULL', 'SUMMARY']) }),
    answer: z.strictObject({ summary: Summary }),
  },
  'POST return/:id/mark_as_received': {
    query: z.strictObject({}),
    body: z.strictObject({ comments: z.strictObject({ content: z.string(), language: z.string().optional() }).optional() }),
    answer: z.null(),
  },
};

/** A return that a buyer asked for. */
export function askReturn(seller: Seller, order: EbayOrder, parts: Partial<EbayReturn> = {}): EbayReturn {
  const made: EbayReturn = {
    id: String(5_300_000_000 + seller.returns.length),
    created: seller.now(),
    order,
    line: 0,
    qty: 1,
    state: 'ITEM_READY_TO_SHIP',
    reason: 'DEFECTIVE_ITEM',
    reasonType: 'SNAD',
    comment: '',
    received: 0,
    isOld: false,
    ...parts,
  };
  seller.returns.push(made);
  return made;
}

function shown(seller: Seller, { id, order, line, qty, state, reason, reasonType, comment, created, isOld }: EbayReturn) {
  const { id: transactionId = '', legacy = '' } = order.lines[line] ?? {};
  return {
    returnId: id,
    orderId: order.id,
    buyerLoginName: order.buyer,
    sellerLoginName: seller.name,
    currentType: 'MONEY_BACK',
    state,
    creationInfo: {
      item: { itemId: legacy, transactionId: isOld ? '0' : transactionId, returnQuantity: qty },
      type: 'MONEY_BACK',
      reason,
      reasonType,
      ...(comment ? { comments: { content: comment } } : {}),
      creationDate: { value: new Date(created).toISOString() },
    },
  };
}

type Around = {
  sellerOf: (token: string) => Seller | null;
  note: (what: string, status: number) => void;
  mismatch: (text: string) => void;
  isRefused: () => boolean;
};
export function serveReturns(app: FastifyInstance, { sellerOf, note, mismatch, isRefused }: Around): void {
  app.all('/post-order/v2/return/*', (request, reply) => {
    const { '*': path } = request.params as { '*': string };
    const [id = '', rest = ''] = path.split('/');
    const what = `${request.method} ${['return', id === 'search' ? id : ':id', rest].filter(Boolean).join('/')}`;
    const send = (status: number, body: unknown) => {
      note(what, status);
      return body === null ? reply.code(status).send() : reply.code(status).type('application/json').send(JSON.stringify(body));
    };
    const refuse = (status: number, message: string) => send(status, { errorMessage: { error: [{ errorId: status, message }] } });
    const seller = sellerOf((request.headers.authorization ?? '').replace('IAF ', ''));
    if (!seller) return refuse(401, 'Invalid token');
    if (isRefused()) return refuse(403, 'Access denied');
    if (!/^EBAY_[A-Z]{2}$/.test(String(request.headers['x-ebay-c-marketplace-id']))) mismatch(`${what}: no marketplace`);
    const shape = SHAPES[what];
    if (!shape) {
      mismatch(`${what} is not a call of the documentation`);
      return refuse(404, 'Not found');
    }
    const answer = (body: unknown) => {
      for (const [part, one, value] of [
        ['query', shape.query, request.query],
        ['body', shape.body ?? z.unknown(), request.body],
        ['answer', shape.answer, body],
      ] as const) {
        const read = one.safeParse(value);
        if (!read.success) mismatch(`${what} ${part}: ${read.error.message}`);
      }
      return send(200, body);
    };
    if (id === 'search') {
      const { creation_date_range_from: from = '', limit = '25', offset = '0' } = request.query as Record<string, string>;
      const open = seller.returns.filter(({ state, created }) => state !== 'CLOSED' && created >= Date.parse(from));
      const [most, first] = [Number(limit), Number(offset)];
      const members = open.slice(first, first + most).map((one) => shown(seller, one));
      const totalPages = Math.ceil(open.length / most);
      return answer({
        members,
        total: open.length,
        paginationOutput: { limit: most, offset: first, totalEntries: open.length, totalPages },
      });
    }
    const found = seller.returns.find((one) => one.id === id);
    if (!found) return refuse(404, 'No such return');
    if (rest === '') return answer({ summary: shown(seller, found) });
    found.state = 'ITEM_DELIVERED';
    found.received += 1;
    return answer(null);
  });
}
