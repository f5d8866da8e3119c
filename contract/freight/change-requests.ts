import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Instant, Line, Lines, Ref } from '../core/fields.ts';
import { SERVICE_AREAS } from './agreed.ts';

export const SIDES = ['house', 'merchant', 'carrier'] as const;
export type Side = (typeof SIDES)[number];
/** `withdrawn`: by the side that made the request. */
export const CHANGE_STATES = ['open', 'accepted', 'declined', 'withdrawn'] as const;

export const Change = z.object({ field: z.string(), from: z.unknown(), to: z.unknown() });
export type Change = z.infer<typeof Change>;

const asked = {
  /** The service. It has the same id as its task. */
  taskId: Ref('tasks'),
  area: z.enum(SERVICE_AREAS),
  no: Line(20),
  merchantId: Ref('merchants'),
  carrierId: Ref('carriers').nullable(),
  askedBy: z.enum(SIDES),
  /** The side that accepts or declines. */
  decides: z.enum(SIDES),
  state: z.enum(CHANGE_STATES),
  changes: z.array(Change),
  /** The changes as text, as shown on the page of the service. */
  summary: Lines(2000),
  reason: Lines(500),
  answer: Line(500),
  decidedAt: Instant.nullable(),
};

/** A request of one side to the other to change agreed data. */
export const changeRequests = defineArea({
  name: 'changeRequests',
  fields: asked,
  serverSet: Object.keys(asked) as (keyof typeof asked)[],
  search: ['no', 'summary', 'reason'],
  title: ['no'],
  merchant: 'merchantId',
  carrier: 'carrierId',
  without: ['create', 'update', 'delete', 'recover', 'purge', 'import'],
  retained: true,
});
