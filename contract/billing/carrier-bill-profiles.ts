import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Grams, Id, Line, Ref } from '../core/fields.ts';
import { Amount } from '../money/amount.ts';
import {
  COST_KINDS,
  DECIMALS,
  ENCODINGS,
  LIST_COLUMNS,
  LIST_DAYS,
  type ListColumn,
  type ListLayout,
  SEPARATORS,
  WEIGHT_UNITS,
} from './carrier-costs.ts';

const heading = () => Line(80).default('');
const Cost = z.strictObject({ id: Id, heading: Line(80, 1), kind: z.enum(COST_KINDS) });

/** What says how a file is read. */
const layout = {
  encoding: z.enum(ENCODINGS).default('auto'),
  separator: z.enum(SEPARATORS).default('semicolon'),
  decimal: z.enum(DECIMALS).default('comma'),
  day: z.enum(LIST_DAYS).default('DD.MM.YYYY'),
  weightUnit: z.enum(WEIGHT_UNITS).default('kg'),
  /** Lines before the headings, or before the first row. */
  skip: z.int().min(0).max(50).default(0),
  /** False: columns are named by their number, from 1. */
  hasHeadings: z.boolean().default(true),
  trackingNo: Line(80, 1),
  amount: Line(80, 1),
  costText: heading(),
  service: heading(),
  weight: heading(),
  zone: heading(),
  billedOn: heading(),
  total: heading(),
  costs: z.array(Cost).max(60).default([]),
};

/** How the lists of parcels of a carrier are laid out, and how much its bills may differ. Presets are rows that the house may change. */
export const carrierBillProfiles = defineArea({
  name: 'carrierBillProfiles',
  fields: {
    name: Line(100, 1),
    /** Empty: proposed for every carrier. */
    carrierId: Ref('carriers').nullable().default(null),
    ...layout,
    /** A cost or a weight that differs by at most this much is right. */
    costTolerance: Amount.default(0),
    weightTolerance: Grams.default(0),
    /** Name of the preset that the row was made of. */
    preset: z.string(),
  },
  serverSet: ['preset'],
  search: ['name'],
  title: ['name'],
});

type Row = Omit<ListLayout, 'columns'> & Record<ListColumn, string>;

/** The layout that a saved profile describes. */
export const listLayoutOf = (row: Row): ListLayout => ({
  ...row,
  columns: Object.fromEntries(LIST_COLUMNS.flatMap((column) => (row[column] === '' ? [] : [[column, row[column]]]))),
});

/** Letters of base64 of the beginning of a file: 64 kB. */
const MAX_SAMPLE = 90_000;
/** A layout that is being written, and the beginning of a file of the carrier. Columns of a layout are named one after the other. */
export const PreviewInput = z.strictObject({
  layout: z.strictObject({ ...layout, trackingNo: heading(), amount: heading() }),
  content: z.base64().min(1).max(MAX_SAMPLE),
});
/** Rows that a preview shows. */
export const PREVIEW_ROWS = 8;

const Fault = z.string().nullable();
/** What a layout makes of the first rows of a file. Faults are sentences in the language of the reader. */
export const ListPreview = z.object({
  /** Why nothing can be read. */
  fault: Fault,
  /** `cost`: a column of further costs, which may be missing. */
  columns: z.array(
    z.object({
      column: z.enum([...LIST_COLUMNS, 'cost']),
      heading: z.string(),
      kind: z.enum(COST_KINDS).nullable(),
      found: z.boolean(),
      fault: Fault,
    }),
  ),
  rows: z.array(
    z.object({
      /** In the file, from 1. */
      line: z.int(),
      fault: Fault,
      /** By column: as it stands in the file, and as it is read. Amounts in the smallest unit, weights in grams. */
      cells: z.array(z.object({ text: z.string(), value: z.union([z.string(), z.int()]).nullable(), fault: Fault })),
    }),
  ),
  /** Headings of columns that the layout does not name. */
  unread: z.array(z.string()),
});
export type ListPreview = z.infer<typeof ListPreview>;
