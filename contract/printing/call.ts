import { z } from 'zod';
import { CalendarDate, Id, Line } from '../core/fields.ts';
import { LOCALES } from '../core/limits.ts';
import { DOCUMENT_NAMES, type DocumentName } from './documents.ts';

/** Maximum number of records in one answer. */
const MAX_RECORDS = 2000;

/** Options of the caller for the data of a document. */
export const PrintOptions = z.strictObject({
  /** Languages of words inside the data (names of services and package kinds). Two languages are printed side by side. */
  locales: z.array(z.enum(LOCALES)).min(1).max(2).default(['en']),
  /** transportLabel, returnLabel, cmr: the day of shipping, if it is neither today nor the actual one. */
  shipDate: CalendarDate.optional(),
  /** itemLabel: values known only at the shelf. */
  lot: Line(20).default(''),
  expiry: CalendarDate.optional(),
  /** compartmentLabel: which rack the arrow points to. */
  arrow: z.enum(['none', 'up', 'down']).default('none'),
  /** deliveryNote: the delivery of an order shipped in several, counted from 1. Default: the latest. */
  delivery: z.int().min(1).max(1000).optional(),
  /** cmr: the position of boxes 14 and 15. Default: as on German forms if the house is in Germany and German is requested. */
  cmrOrder: z.enum(['international', 'german']).optional(),
});
export type PrintOptions = z.output<typeof PrintOptions>;

/** `POST /v0/print/data` returns `{ records }` in the order of the ids. */
export const PrintDataCall = z.strictObject({
  document: z.enum(DOCUMENT_NAMES as [DocumentName, ...DocumentName[]]),
  ids: z.array(Id).min(1).max(MAX_RECORDS),
  options: PrintOptions.prefault({}),
});

/** The JSON of `/printItemlist/{reckonData}`: items to fetch or counted, summed up to one line for each item. */
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
/** `POST /v0/print/itemlist` returns the one record of the document `itemlist`. */
export const ItemlistCall = z.strictObject({ reckonData: ReckonData });
