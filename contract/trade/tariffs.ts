import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { CalendarDate, Currency, Instant, Line, Lines, Ref } from '../core/fields.ts';

export const TARIFF_STATUSES = ['draft', 'active'] as const;

/**
 * A tariff is a set of price rules for everybody (without a merchant) or for one merchant, in one currency, from a day on. An active tariff
 * and its rules never change, so that the price of a past day can always be explained; other prices are a new version from a later day. On
 * any day one tariff at most is active for a merchant and currency, and one for everybody.
 */
export const tariffs = defineArea({
  name: 'tariffs',
  fields: {
    name: Line(100, 1),
    /** Null: for everybody who has no own price. */
    merchantId: Ref('merchants').nullable().default(null),
    currency: Currency.default('EUR'),
    validFrom: CalendarDate,
    /** The last day; null until a later version is activated. */
    validTo: CalendarDate.nullable(),
    status: z.enum(TARIFF_STATUSES).default('draft'),
    revision: z.int().min(1).default(1),
    /** The version that it was copied from. */
    replacesId: Ref('tariffs').nullable(),
    activatedAt: Instant.nullable(),
    activatedBy: Ref('users').nullable(),
    note: Lines(1000).default(''),
  },
  serverSet: ['validTo', 'status', 'revision', 'replacesId', 'activatedAt', 'activatedBy'],
  search: ['name', 'note'],
  title: ['name', 'revision'],
});
