import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { Id } from '#contract/core/fields';
import { isRateKnown } from '#contract/money/arrears';
import { BILLED } from '#contract/money/circles';
import { LEFT_OUT, LETTER_STATUSES } from '#contract/money/dunning-states';
import type { Db } from '../../../core/db/client.ts';
import { orNull, statement } from '../../../core/db/statement.ts';
import { uuids } from '../../../core/db/uuids.ts';
import { dunningLetters } from '../dunning-letters/table.ts';
import { dunningRuns } from '../dunning-runs/table.ts';
import { invoices } from '../invoices/table.ts';
import { dunningItems } from '../tables.ts';
import { knownRates } from './open-items.ts';

/** What a run sends, by letter, and what it leaves out. Amounts are in the smallest unit. */

const Item = z.object({
  invoiceId: Id,
  no: z.string(),
  party: z.string(),
  currency: z.enum(BILLED),
  letterId: Id.nullable(),
  level: z.int(),
  open: z.int(),
  disputed: z.int(),
  interest: z.int(),
  daysLate: z.int(),
  reason: z.enum(LEFT_OUT).nullable(),
  nextOn: z.string().nullable(),
});
const Letter = z.object({
  id: Id,
  no: z.string(),
  party: z.string(),
  level: z.int(),
  status: z.enum(LETTER_STATUSES),
  currency: z.enum(BILLED),
  due: z.int(),
  interest: z.int(),
  flatSum: z.int(),
  fee: z.int(),
});
/** `rateMissing`: the base rate of this half-year was not entered, so interest is that of the last one known. */
export const DunningOverview = z.object({ letters: z.array(Letter), items: z.array(Item), rateMissing: z.boolean() });

const findLetters = statement(
  {
    id: dunningLetters.id,
    no: dunningLetters.no,
    party: dunningLetters.partyName,
    level: dunningLetters.level,
    status: dunningLetters.status,
    currency: dunningLetters.currency,
    due: dunningLetters.due,
    interest: dunningLetters.interest,
    flatSum: dunningLetters.flatSum,
    fee: dunningLetters.fee,
  },
  ({
    id,
  }: {
    id: string;
  }) => sql`select id, no, party_name as party, level, status, currency, due, interest, flat_sum, fee from dunning_letters
    where run_id = ${id}::uuid order by party_name, no`,
);
const findItems = statement(
  {
    invoiceId: dunningItems.invoiceId,
    no: invoices.no,
    party: invoices.partyName,
    currency: invoices.currency,
    letterId: orNull(dunningItems.letterId),
    level: dunningItems.level,
    open: dunningItems.open,
    disputed: dunningItems.disputed,
    interest: dunningItems.interest,
    daysLate: dunningItems.daysLate,
    reason: orNull(dunningItems.reason),
    nextOn: orNull(dunningItems.nextOn),
  },
  ({
    id,
  }: {
    id: string;
  }) => sql`select d.invoice_id, i.no, i.party_name as party, i.currency, d.letter_id, d.level, d.open, d.disputed, d.interest, d.days_late, d.reason, d.next_on
    from dunning_items d join invoices i on i.id = d.invoice_id where d.run_id = ${id}::uuid order by i.party_name, d.days_late desc, i.no`,
);
const findDay = statement(
  { asOf: dunningRuns.asOf },
  ({ id }: { id: string }) => sql`select as_of from dunning_runs where id = ${id}::uuid`,
);

export async function readDunning(db: Db, id: string): Promise<z.infer<typeof DunningOverview>> {
  const [letters, items, rates] = [await findLetters(db, { id }), await findItems(db, { id }), await knownRates(db)];
  const day = (await findDay.first(db, { id }))?.asOf;
  return { letters, items, rateMissing: day !== undefined && !isRateKnown(rates, day) };
}

const findPapers = statement(
  { id: dunningLetters.id, paper: dunningLetters.paper },
  ({ ids }: { ids: readonly string[] }) => sql`select id, paper from dunning_letters where id = any(${uuids(ids)})`,
  [{ ids: [] }],
);
/** What letters print, by id: as proposed, or as they were sent. */
export const lettersToPrint = async (tx: Db, ids: readonly string[]): Promise<Map<string, object>> =>
  new Map((await findPapers(tx, { ids })).map(({ id, paper }) => [id, paper]));
