import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { CalendarDate, Currency, Id, Line } from '../core/fields.ts';
import { Amount } from '../money/amount.ts';
import { CONTAINER_TYPES } from './containers.ts';
import { FREE_DAYS } from './demurrage.ts';

/** `from`: the first charged day of the band; 1 is the day after the last free day. `perDay`: amount of each day in the smallest unit. */
const DayBand = z.strictObject({ id: Id, from: z.int().min(1).max(1000), perDay: Amount });
const Days = z.int().min(0).max(60).default(FREE_DAYS);

/**
 * What a shipping line charges for a container beyond its free days. Demurrage: in the terminal, from arrival to pick-up. Detention: outside
 * the terminal, from pick-up to the return of the empty container.
 */
export const containerTariffs = defineArea({
  name: 'containerTariffs',
  fields: {
    name: Line(100, 1),
    shippingLine: Line(60).default(''),
    /** Sizes and types that the tariff is for. Empty: all. */
    sizeTypes: z.array(z.enum(CONTAINER_TYPES)).max(CONTAINER_TYPES.length).default([]),
    currency: Currency.default('EUR'),
    freeDays: Days,
    demurrage: z.array(DayBand).max(20).default([]),
    detentionFreeDays: Days,
    detention: z.array(DayBand).max(20).default([]),
    validFrom: CalendarDate.nullable().default(null),
    remark: Line(500).default(''),
  },
  search: ['name', 'shippingLine'],
  title: ['name'],
});
