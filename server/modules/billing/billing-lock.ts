import { sql } from 'drizzle-orm';
import { command } from '../../core/db/statement.ts';

/** Advisory lock: one step of one collector at a time, and no run takes charges meanwhile. Held until the end of the transaction. */
const BILLING_LOCK = 726;
export const lockBilling = command(() => sql`select pg_advisory_xact_lock(${BILLING_LOCK}::bigint)`);
