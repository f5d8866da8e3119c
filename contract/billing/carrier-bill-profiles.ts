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

/** How the lists of parcels of a carrier are laid out, and how much its bills may differ. Presets are rows that the house may change. */
export const carrierBillProfiles = defineArea({
  name: 'carrierBillProfiles',
  fields: {
    name: Line(100, 1),
    /** Empty: proposed for every carrier. */
    carrierId: Ref('carriers').nullable().default(null),
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
