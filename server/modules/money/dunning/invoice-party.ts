import { sql } from 'drizzle-orm';
import { orNull, statement } from '../../../core/db/statement.ts';
import { invoices } from '../invoices/table.ts';

/** The party of a posted invoice. */
export const findInvoiceParty = statement(
  { merchantId: orNull(invoices.merchantId), customerId: orNull(invoices.customerId) },
  ({ id }: { id: string }) =>
    sql`select merchant_id, customer_id from invoices where id = ${id}::uuid and kind = 'invoice' and posted_at is not null and deleted_at is null`,
);
