import { sql } from 'drizzle-orm';
import type { Db } from '../../../core/db/client.ts';
import { cell, statement } from '../../../core/db/statement.ts';
import type { Values } from '../../../core/http/area.ts';

/** Newest orders of the merchant among which those of a customer are found by address. */
const SEARCHED = 2000;

const findOrders = statement(
  { id: cell.uuid },
  ({ id, merchantId, name, email }: { id: string; merchantId: string | null; name: string; email: string }) => sql`select id from (
      select t.id, t.sort_at from invoices i join tasks t on t.id = i.task_id
      where i.customer_id = ${id}::uuid and i.kind = 'invoice' and i.deleted_at is null and t.deleted_at is null
      union select id, sort_at from (
        select t.id, t.sort_at, t.consignee from tasks t
        where t.merchant_id = ${merchantId}::uuid and t.kind = 'outbound' and t.deleted_at is null order by t.sort_at desc limit ${SEARCHED}
      ) newest where (${email} <> '' and lower(consignee->>'email') = ${email}) or lower(consignee->>'name1') = ${name}
    ) found group by id order by max(sort_at) desc limit 50`,
);

/**
 * The newest orders of a customer: those that were invoiced to it, and orders of its merchant that go to its mail address or its name. An order
 * has no reference to a customer, because shops send addresses.
 */
export async function ordersOf(tx: Db, { id, merchantId, name, email }: Values): Promise<string[]> {
  const lower = (value: unknown): string =>
    String(value ?? '')
      .trim()
      .toLowerCase();
  const rows = await findOrders(tx, {
    id: String(id),
    merchantId: typeof merchantId === 'string' ? merchantId : null,
    name: lower(name),
    email: lower(email),
  });
  return rows.map((row) => row.id);
}
