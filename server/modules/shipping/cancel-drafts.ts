import { sql } from 'drizzle-orm';
import { cell, command, statement } from '../../core/db/statement.ts';
import { asked, CarrierError } from './adapter.ts';
import { carriers } from './carriers/table.ts';
import { REACHABLE, readConnection } from './connections.ts';
import { adapterOf, BUYING_APIS, type CarrierContext } from './registry.ts';

/**
 * Drafts that were made at a gateway and that nobody will buy: their answer was lost, the parcel is not sent any more, or its label was made anew.
 * They cost nothing, but they stay in the gateway's list of shipments, where a person could buy them.
 */

/** Hours after which a draft is looked at. A label that is still wanted is bought or given to a person long before. */
const AGE = 24;
/** Seconds for one call. */
const PATIENCE = 30;

const findConnected = statement(
  { id: carriers.id },
  () =>
    sql`select c.id from carriers c where c.active and c.deleted_at is null and c.api = any(${`{${BUYING_APIS.join(',')}}`}::text[]) and ${REACHABLE} order by c.id`,
);
/** What was prepared for a parcel that wants no label now. If it wants one again, something is prepared anew. */
const endForgotten = command(
  () => sql`update label_attempts a set state = 'none', ended_at = clock_timestamp() from parcels p
    where p.id = a.parcel_id and a.state = 'draft' and a.created_at < now() - make_interval(hours => ${AGE}) and p.label_state not in ('requested', 'unclear')`,
);
/** Of drafts of our parcels, those that no purchase can still use. Another installation may use the same gateway. */
const findUnused = statement(
  { handle: cell.text },
  ({ drafts }: { drafts: string }) => sql`select d.handle from jsonb_to_recordset(${drafts}::jsonb) as d(handle text, "parcelId" text)
      join parcels p on p.id::text = d."parcelId"
    where not exists (select from label_attempts a where a.parcel_id = p.id and a.handle = d.handle and a.state not in ('none', 'voided', 'kept'))
    order by d.handle`,
);

async function cancelAt(context: CarrierContext, carrierId: string): Promise<void> {
  const { db } = context;
  const adapter = adapterOf(context, await readConnection.one(db, { id: carrierId }));
  if (!adapter.drafts) return;
  const { drafts } = adapter;
  const before = new Date(Date.now() - AGE * 3_600_000);
  const old = await asked(PATIENCE, (signal) => drafts(before, signal));
  for (const { handle } of await findUnused(db, { drafts: JSON.stringify(old) }))
    await asked(PATIENCE, (signal) => adapter.void(handle, signal));
}

/** Cancels the drafts of each carrier that nobody will buy. Repeating it changes nothing. A carrier that does not answer waits for the next night. */
export async function cancelDrafts(context: CarrierContext): Promise<void> {
  await endForgotten(context.db);
  for (const { id } of await findConnected(context.db)) {
    try {
      await cancelAt(context, id);
    } catch (error) {
      if (!(error instanceof CarrierError)) throw error;
      context.log.warn({ carrier: id, reason: error.fault.message }, 'the unused drafts of a carrier were not cancelled');
    }
  }
}
