import { sql } from 'drizzle-orm';
import type { Db } from '../../core/db/client.ts';
import { type Row, statement } from '../../core/db/statement.ts';
import { merchantTerms } from './merchant-terms/table.ts';

/** The terms by which a merchant is billed: those of the last day of the period. */

const findTerms = statement(
  {
    minimum: merchantTerms.minimum,
    paymentDays: merchantTerms.paymentDays,
    reference: merchantTerms.reference,
    lineGroup: merchantTerms.lineGroup,
    billToId: merchantTerms.billToId,
  },
  ({
    merchantId,
    to,
  }: {
    merchantId: string;
    to: string;
  }) => sql`select minimum, payment_days, reference, line_group, bill_to_id from merchant_terms
    where merchant_id = ${merchantId}::uuid and deleted_at is null and valid_from <= ${to}::date and (valid_to is null or valid_to >= ${to}::date)`,
);
export const termsOf = async (tx: Db, merchantId: string, to: string): Promise<Row<typeof findTerms>> =>
  (await findTerms.first(tx, { merchantId, to })) ?? { minimum: 0, paymentDays: null, reference: '', lineGroup: 'service', billToId: null };

/** Who is billed for a merchant: the customer of the terms, or the merchant. */
export const payerOf = ({ billToId }: Pick<Row<typeof findTerms>, 'billToId'>, merchantId: string) =>
  billToId === null ? { merchantId } : { customerId: billToId, forMerchantId: merchantId };
