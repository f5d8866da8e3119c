import { sql } from 'drizzle-orm';
import { type ListedCost, trackingKey } from '#contract/billing/carrier-costs';
import type { Db } from '../../core/db/client.ts';
import { command } from '../../core/db/statement.ts';

/** Writes the costs of parcels of one bill of a carrier. */

type Lines = { billId: string; carrierId: string; currency: string };
const insert = command(
  ({ billId, carrierId, currency, lines }: Lines & { lines: string }) =>
    sql`insert into carrier_bill_lines (carrier_bill_id, carrier_id, currency, line, position, tracking_no, tracking_key, billed_on, service, weight, zone, kind, heading, amount, difference)
      select ${billId}::uuid, ${carrierId}::uuid, ${currency}, x.line, x.position, x."trackingNo", x."trackingKey", x."billedOn", x.service, x.weight, x.zone, x.kind, x.heading, x.amount, 0
      from jsonb_to_recordset(${lines}::jsonb) x(line int, position int, "trackingNo" text, "trackingKey" text, "billedOn" date, service text, weight int, zone text, kind text, heading text, amount bigint)
      order by x.position`,
  [{ billId: '00000000-0000-7000-8000-000000000000', carrierId: '00000000-0000-7000-8000-000000000000', currency: 'EUR', lines: '[]' }],
);

export async function insertLines(tx: Db, { billId, carrierId, currency, costs }: Lines & { costs: readonly ListedCost[] }): Promise<void> {
  const lines = costs.map((cost, position) => ({ ...cost, position, trackingKey: trackingKey(cost.trackingNo) }));
  await insert(tx, { billId, carrierId, currency, lines: JSON.stringify(lines) });
}
