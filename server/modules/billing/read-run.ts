import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { Id, Texts } from '#contract/core/fields';
import { BILLED } from '#contract/money/circles';
import type { Db } from '../../core/db/client.ts';
import { cell, orNull, statement } from '../../core/db/statement.ts';
import { merchants } from '../parties/merchants/table.ts';
import { billingRunMerchants } from './tables.ts';

/** What a run would bill, or billed, by merchant. Amounts are net, in the smallest unit. */

const Total = z.object({ categoryId: Id, text: Texts, amount: z.int(), before: z.int() });
const Finding = z.object({
  code: z.string(),
  categoryId: Id.optional(),
  text: Texts.optional(),
  count: z.int().optional(),
  amount: z.int().optional(),
  currency: z.enum(BILLED).optional(),
  why: z.string().optional(),
});
export const RunMerchant = z.object({
  merchantId: Id,
  merchant: z.string(),
  currency: z.enum(BILLED),
  amount: z.int(),
  before: z.int(),
  totals: z.array(Total),
  findings: z.array(Finding),
  refusal: z.string(),
  /** The SHA-256 of its annex, once it is posted. */
  annexHash: z.string(),
  /** `mailed`: a mail with it waits or was sent. */
  documents: z.array(z.object({ id: Id, no: z.string(), kind: z.string(), mailed: z.boolean() })),
});
export type RunMerchant = z.infer<typeof RunMerchant>;

const findMerchants = statement(
  {
    merchantId: billingRunMerchants.merchantId,
    merchant: merchants.name,
    currency: billingRunMerchants.currency,
    amount: billingRunMerchants.amount,
    before: billingRunMerchants.before,
    totals: billingRunMerchants.totals,
    findings: billingRunMerchants.findings,
    refusal: billingRunMerchants.refusal,
    annexHash: billingRunMerchants.annexHash,
    documents: orNull(cell.json<RunMerchant['documents']>()),
  },
  ({
    id,
  }: {
    id: string;
  }) => sql`select m.merchant_id, h.name as merchant, m.currency, m.amount, m.before, m.totals, m.findings, m.refusal, m.annex_hash,
      (select json_agg(json_build_object('id', i.id, 'no', i.no, 'kind', i.kind,
          'mailed', exists (select 1 from outgoing_mails o where o.invoice_id = i.id and o.status in ('waiting', 'sent') and o.deleted_at is null)) order by i.kind desc, i.no) from billing_documents d join invoices i on i.id = d.invoice_id
        where d.run_id = m.run_id and d.merchant_id = m.merchant_id) as documents
    from billing_run_merchants m join merchants h on h.id = m.merchant_id where m.run_id = ${id}::uuid order by h.name, m.merchant_id`,
);
const findTexts = statement({ id: cell.uuid, text: cell.jsonb<Texts>() }, () => sql`select id, text from quotation_categories`);

export async function readRun(db: Db, id: string): Promise<RunMerchant[]> {
  const texts = new Map((await findTexts(db)).map((row) => [row.id, row.text]));
  const textOf = (categoryId: string): Texts => texts.get(categoryId) ?? { en: '', de: '', cn: '' };
  return (await findMerchants(db, { id })).map((row) => ({
    ...row,
    totals: row.totals.map((one) => ({ ...one, text: textOf(one.categoryId) })),
    findings: row.findings.map((one) => (one.categoryId ? { ...one, text: textOf(one.categoryId) } : one)),
    documents: row.documents ?? [],
  }));
}
