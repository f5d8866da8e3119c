import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Id, Line, Lines, Refs } from '../core/fields.ts';
import { Amount } from './amount.ts';
import { MAX_LEVELS } from './dunning-states.ts';

/** One level of a scheme; its number is its place in the list. */
export const DunningLevel = z.strictObject({
  id: Id,
  /** Days after the due date, at the earliest. */
  afterDays: z.int().min(1).max(365),
  /** Days since the letter of the level before, at the earliest. */
  waitDays: z.int().min(0).max(365).default(14),
  /** Days to pay from the day of the letter. */
  payDays: z.int().min(1).max(90).default(10),
  /** In the smallest unit of the letter's currency. */
  fee: Amount.default(0),
  /** Interest on arrears of § 288 (2) BGB, for businesses. */
  interest: z.boolean().default(false),
  /** 40 EUR for each claim of § 288 (5) BGB, for businesses. */
  flatSum: z.boolean().default(false),
  textEn: Lines(1000).default(''),
  textDe: Lines(1000).default(''),
  textCn: Lines(1000).default(''),
});
export type DunningLevel = z.infer<typeof DunningLevel>;

/** How parties are reminded of what is overdue. A scheme that names no parties holds for all that no other scheme names. */
export const dunningSchemes = defineArea({
  name: 'dunningSchemes',
  fields: {
    name: Line(100, 1),
    active: z.boolean().default(true),
    /** Open items below this amount are left out. In the smallest unit of their currency. */
    minimum: Amount.default(0),
    merchantIds: Refs('merchants').default([]),
    customerIds: Refs('customers').default([]),
    levels: z.array(DunningLevel).min(1).max(MAX_LEVELS),
  },
  search: ['name'],
  title: ['name'],
  without: ['import'],
});
