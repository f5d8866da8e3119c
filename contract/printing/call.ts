import { z } from 'zod';
import { CalendarDate, Id, Line } from '../core/fields.ts';
import { LOCALES } from '../core/limits.ts';
import { DOCUMENT_NAMES, type DocumentName } from './documents.ts';

/** Records that one call answers at most. */
const MAX_RECORDS = 2000;

/** What a reader may wish about the data of a document. */
export const PrintOptions = z.strictObject({
  /** Languages of the words that stand in the data: names of services, of kinds of packages. Two stand beside each other. */
  locales: z.array(z.enum(LOCALES)).min(1).max(2).default(['en']),
  /** transportLabel, returnLabel, cmr: the day it leaves, where that is not today or when it left. */
  shipDate: CalendarDate.optional(),
  /** itemLabel: what is known only at the shelf. */
  lot: Line(20).default(''),
  expiry: CalendarDate.optional(),
  /** compartmentLabel: which rack the label means. */
  arrow: z.enum(['none', 'up', 'down']).default('none'),
  /** deliveryNote: which delivery of an order that left in several, counted from 1; absent: the latest. */
  delivery: z.int().min(1).max(1000).optional(),
  /** cmr: where boxes 14 and 15 stand; absent: as German forms have it where the house is in Germany and German is asked for. */
  cmrOrder: z.enum(['international', 'german']).optional(),
});
export type PrintOptions = z.output<typeof PrintOptions>;

/** `POST /v0/print/data`: answers `{ records }` in the order of the ids. */
export const PrintDataCall = z.strictObject({
  document: z.enum(DOCUMENT_NAMES as [DocumentName, ...DocumentName[]]),
  ids: z.array(Id).min(1).max(MAX_RECORDS),
  options: PrintOptions.prefault({}),
});

/** The JSON of `/printItemlist/{reckonData}`: what is to be got or was counted, summed to one line an item. */
export const ReckonData = z
  .strictObject({
    title: Line(200).default(''),
    picklistIds: z.array(Id).max(500).default([]),
    taskIds: z.array(Id).max(1000).default([]),
    items: z
      .array(z.strictObject({ sku: Line(64, 1), qty: z.int().min(0).max(10_000_000) }))
      .max(2000)
      .default([]),
  })
  .refine(({ picklistIds, taskIds, items }) => picklistIds.length + taskIds.length + items.length > 0, {
    message: 'required',
    path: ['items'],
  });
export type ReckonData = z.output<typeof ReckonData>;
/** `POST /v0/print/itemlist`: answers the one record of the document `itemlist`. */
export const ItemlistCall = z.strictObject({ reckonData: ReckonData });
