import { sql } from 'drizzle-orm';
import { command } from '../../core/db/statement.ts';

/** The carrier of an order was chosen for other goods or another address: it is chosen again, at the next turn of the job. */
export const forgetChoice = command(({ id }: { id: string }) => sql`delete from carrier_choices where task_id = ${id}::uuid`);
