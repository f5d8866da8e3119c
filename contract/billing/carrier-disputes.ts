import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Currency, Instant, Lines, Minor, Ref } from '../core/fields.ts';
import { Amount } from '../money/amount.ts';
import { DISPUTE_STATES } from './carrier-costs.ts';

const server = {
  no: z.string(),
  carrierId: Ref('carriers'),
  carrierBillId: Ref('carrierBills'),
  currency: Currency,
  lines: z.int(),
  amount: Minor,
  state: z.enum(DISPUTE_STATES),
  credited: Amount,
  answeredAt: Instant.nullable(),
  answeredBy: Ref('users').nullable(),
};

/** What the house asks back from a carrier: lines of one of its bills. server/modules/billing/dispute-lines.ts is the only writer of its state. */
export const carrierDisputes = defineArea({
  name: 'carrierDisputes',
  fields: { ...server, note: Lines(1000).default('') },
  serverSet: Object.keys(server) as (keyof typeof server)[],
  search: ['no', 'note'],
  title: ['no'],
  without: ['create', 'delete', 'recover', 'purge', 'import'],
  retained: true,
});
