import { expect } from 'vitest';
import type { InvoiceLine } from '#contract/money/invoices';
import { createDb } from '../../server/core/db/client.ts';
import { collectCharges } from '../../server/modules/billing/collect-charges.ts';
import { postRuns } from '../../server/modules/billing/post-run.ts';
import { openMonth, shipOrders } from './charged-month.ts';
import { startServer } from './server.ts';

/** Far enough back for the month of the worked example. */
const DAYS = 2_000;

export type BilledDocument = {
  id: string;
  no: string;
  merchant_id: string | null;
  customer_id: string | null;
  for_merchant_id: string | null;
  party_name: string;
  service_from: string;
  service_to: string;
  net: number;
  tax: number;
  gross: number;
  lines: InvoiceLine[];
};

/** The sample business with the month of merchant M-1001, and what finance does with it: collect, bill, and read what was billed. */
export async function openBillingDesk() {
  const server = await startServer({ sample: true });
  const db = createDb(server.appPool);
  const [finance, merchant] = [await server.signIn('finance'), await server.signIn('merchant')];
  const month = await openMonth(server.pool);
  // Rows of statements that a test writes; `any`, as pg returns them.
  const rowsOf = async (text: string, values: unknown[] = []) => (await server.pool.query(text, values)).rows;
  const call = <T = { id: string }>(method: string, path: string, body?: unknown, token = finance) =>
    server.call<T>(method, path, body, token);
  const collect = () => collectCharges(db, DAYS);
  const ship = (no: string, shipped: Parameters<typeof shipOrders>[3]) => shipOrders(server.pool, month, no, shipped);
  /** Makes, checks, approves and posts a run; nobody's invoice is refused. @returns its id */
  async function bill(periodFrom: string, periodTo: string, merchantIds: readonly string[] = [month.merchantId]): Promise<string> {
    const { data } = await call('POST', '/v0/billingRuns', { periodFrom, periodTo, merchantIds });
    for (const [step, body] of [['check'], ['approve', { reason: 'The sample is not complete' }], ['post']] as const)
      expect(await call('POST', `/v0/billingRuns/${data.id}/${step}`, body)).toMatchObject({ code: 'OK' });
    await postRuns(db);
    expect(await rowsOf(`select refusal from billing_run_merchants where run_id = $1 and refusal <> ''`, [data.id])).toEqual([]);
    return data.id;
  }
  /** What a run billed to a merchant, or for it. */
  async function documentOf(
    runId: string,
    kind: 'invoice' | 'creditNote' = 'invoice',
    merchantId = month.merchantId,
  ): Promise<BilledDocument> {
    const [found] = await rowsOf(
      `select i.id, i.no, i.merchant_id, i.customer_id, i.for_merchant_id, i.party_name, i.service_from::text, i.service_to::text, i.net::int, i.tax::int, i.gross::int, i.lines
        from billing_documents d join invoices i on i.id = d.invoice_id where d.run_id = $1 and d.kind = $2 and d.merchant_id = $3`,
      [runId, kind, merchantId],
    );
    return found;
  }
  return { server, db, finance, merchant, month, rowsOf, call, collect, ship, bill, documentOf };
}
