import { z } from 'zod';
import { Text } from './mask.ts';
import { FILTER_OPS } from './query.ts';
import { RelatedList } from './related.ts';
import { MEANINGS } from './status.ts';

/** The answer of `GET /v0/home`: what needs the user's attention, what they decide on, and what to do first. */

const Filters = z.array(z.object({ field: z.string(), op: z.enum(FILTER_OPS), value: z.union([z.string(), z.array(z.string())]) }));

/**
 * What a number on Home stands for. `since`: the oldest moment, ISO UTC. `from`: the earliest day, YYYY-MM-DD. `pieces`: a sum. `amounts`:
 * sums by currency in the smallest unit, the largest first. `carriers`: the largest sums by carrier.
 */
export const Detail = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('since'), at: z.string() }),
  z.strictObject({ kind: z.literal('from'), day: z.string() }),
  z.strictObject({ kind: z.literal('pieces'), pieces: z.int() }),
  z.strictObject({
    kind: z.literal('carriers'),
    carriers: z.array(z.strictObject({ name: z.string(), currency: z.string(), amount: z.int() })),
  }),
  z.strictObject({ kind: z.literal('amounts'), amounts: z.array(z.strictObject({ currency: z.string(), amount: z.int() })) }),
]);
export type Detail = z.infer<typeof Detail>;

export const HomeTile = z.strictObject({
  key: z.string(),
  /** The area whose changes affect the number. */
  area: z.string(),
  path: z.string(),
  /** Null: the default filters of the list. */
  filters: Filters.nullable(),
  station: z.string().nullable(),
  tone: z.enum(MEANINGS),
  /** What is counted should have been done before now. */
  pastDue: z.boolean(),
  count: z.int(),
  /** False if there are more rows than lists count. */
  exact: z.boolean(),
  detail: Detail.nullable(),
});
export type HomeTile = z.infer<typeof HomeTile>;

/** Goods with less free stock than their minimum. */
const Shortage = z.strictObject({ id: z.string(), sku: z.string(), name: z.string(), free: z.int(), minStock: z.int(), incoming: z.int() });
export type Shortage = z.infer<typeof Shortage>;

const base = { key: z.string(), area: z.string(), path: z.string() };
/**
 * A question that a role decides by, with the figures of its answer. `cutOffs` is answered by the call of the floor board. `days`: one number
 * a day, and in `more` the orders that are still to be shipped today. `parts`: amounts in the smallest unit of `currency`. `shortages`: the
 * goods that are shortest of their minimum.
 */
export const HomeQuestion = z.discriminatedUnion('kind', [
  z.strictObject({ ...base, kind: z.literal('cutOffs') }),
  z.strictObject({ ...base, kind: z.literal('days'), points: z.array(z.strictObject({ at: z.string(), value: z.int() })), more: z.int() }),
  z.strictObject({
    ...base,
    kind: z.literal('parts'),
    currency: z.string().nullable(),
    parts: z.array(z.strictObject({ key: z.string(), label: z.string(), value: z.int(), meaning: z.enum(MEANINGS) })),
  }),
  z.strictObject({ ...base, kind: z.literal('shortages'), items: z.array(Shortage), total: z.int() }),
]);
export type HomeQuestion = z.infer<typeof HomeQuestion>;
export type QuestionOf<Kind extends HomeQuestion['kind']> = Extract<HomeQuestion, { kind: Kind }>;

/**
 * Why a row is among the first, by when, and what helps. `text`: a sentence with `values`, with `day`, or with values of the row
 * (contract/core/confirmation.ts).
 */
export const FirstReason = z.strictObject({
  /** Of the row. */
  id: z.string(),
  text: Text,
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  /** YYYY-MM-DD, named in the sentence. */
  day: z.string().nullable(),
  /** What a person wrote, or a stored reason of an order (contract/orders/reasons.ts). */
  reason: z.string(),
  /** YYYY-MM-DD or an instant. */
  due: z.string().nullable(),
  /** Who takes the goods then. */
  by: z.string(),
  /**
   * The verb of what helps. `path`: the screen where it is done, with values of the row for `:name`. `does`: what is done at once, or in its
   * dialog: an action of the mask, a command of an order, or work on it with `values`. Without both it is done on the row’s own page.
   */
  action: z
    .strictObject({
      label: Text,
      path: z.string().nullable(),
      does: z.strictObject({ kind: z.enum(['action', 'command', 'work']), name: z.string() }).nullable(),
    })
    .nullable(),
});
export type FirstReason = z.infer<typeof FirstReason>;

export const Home = z.strictObject({
  /** YYYY-MM-DD of the house. */
  today: z.string(),
  /** What this role creates most, for the button in the head. */
  create: z.strictObject({ key: z.string(), path: z.string() }).nullable(),
  tiles: z.array(HomeTile),
  questions: z.array(HomeQuestion),
  /** The most urgent rows, by the tile that counts them, with the key of their mask; `order`: as they stand below each other. */
  first: z
    .strictObject({
      lists: z.array(z.strictObject({ tile: z.string(), mask: z.string(), list: RelatedList, reasons: z.array(FirstReason) })),
      order: z.array(z.strictObject({ tile: z.string(), id: z.string() })),
    })
    .nullable(),
});
export type Home = z.infer<typeof Home>;
