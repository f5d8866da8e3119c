import { sql } from 'drizzle-orm';
import type { PickupKind } from '#contract/shipping/pickups';
import type { Db } from '../../../core/db/client.ts';
import { cell, command, type Row, statement } from '../../../core/db/statement.ts';
import { files } from '../../settings/files/table.ts';
import { storeMade } from '../../settings/index.ts';
import { storehouseAddress } from '../../stock/index.ts';
import { asked, CarrierError, type PickupOrder, type Placed } from '../adapter.ts';
import { HANDED_OVER_TODAY, WAITING } from '../carrier-days/view.ts';
import { carriers } from '../carriers/table.ts';
import { readConnection } from '../connections.ts';
import { adapterOf, type CarrierContext } from '../registry.ts';
import { pickups } from './table.ts';

/**
 * Orders pick-ups and manifests from carriers, outside of transactions. An order is sent once: its row says so before it is sent. If the answer is
 * lost, it is looked for at the carrier; if it is not found there, a person is asked, because it may still have been taken.
 */

/** Seconds after which an order without an answer is looked for by the job, and until when. */
const SILENT = 60;
const LOOKED_FOR = 900;

const COLUMNS = {
  id: pickups.id,
  kind: pickups.kind,
  carrierId: pickups.carrierId,
  day: pickups.day,
  fromTime: pickups.fromTime,
  untilTime: pickups.untilTime,
  instruction: pickups.instruction,
  parcels: pickups.parcels,
  weight: pickups.weight,
  confirmation: pickups.confirmation,
  handle: pickups.handle,
  reported: pickups.reported,
};
const findPickup = statement(
  { ...COLUMNS, storehouseId: carriers.storehouseId, heaviest: cell.integer, packed: cell.json<PickupOrder['packed']>() },
  ({
    id,
  }: {
    id: string;
  }) => sql`select p.id, p.kind, p.carrier_id, p.day, p.from_time, p.until_time, p.instruction, p.parcels, p.weight, p.confirmation, p.handle, p.reported,
      coalesce(c.storehouse_id, (select s.id from storehouses s where s.deleted_at is null order by s.sort_at limit 1)) as storehouse_id,
      coalesce((select max(p.weight) from parcels p where p.carrier_id = c.id and (${sql.raw(WAITING)} or ${sql.raw(HANDED_OVER_TODAY)})), 0)::int as heaviest,
      (select coalesce(json_agg(g order by g.count desc, g.service, g.country), '[]') from (select p.service, t.consignee->>'country' as country, count(*)::int as count
        from parcels p join tasks t on t.id = p.task_id where p.carrier_id = c.id and (${sql.raw(WAITING)} or ${sql.raw(HANDED_OVER_TODAY)}) group by 1, 2) g) as packed
    from pickups p join carriers c on c.id = p.carrier_id where p.id = ${id}::uuid`,
);
type Pickup = Row<typeof findPickup>;
const claimToSend = statement(
  { id: pickups.id },
  ({ id }: { id: string }) =>
    sql`update pickups set sent_at = clock_timestamp() where id = ${id}::uuid and state = 'asked' and sent_at is null returning id`,
);
type Outcome = {
  id: string;
  state: string;
  confirmation: string;
  handle: string;
  message: string;
  missing: string;
  file: string | null;
  parcels: number;
  weight: number;
  reported: string;
};
/** An order that was decided meanwhile, by a person or another node, stays as it is. */
const storeOutcome = statement(
  { id: pickups.id },
  ({ id, state, confirmation, handle, message, missing, file, parcels, weight, reported }: Outcome) =>
    sql`update pickups set state = ${state}, confirmation = left(${confirmation}, 100), handle = ${handle}, message = left(${message}, 500), missing = ${missing}, file = coalesce(${file}, file),
      parcels = ${parcels}, weight = ${weight}, reported = ${reported}::jsonb where id = ${id}::uuid and state in ('asked', 'unclear') returning id`,
);

const orderOf = async (db: Db, pickup: Pickup): Promise<PickupOrder> => ({
  id: pickup.id,
  day: pickup.day,
  from: pickup.fromTime,
  until: pickup.untilTime,
  instruction: pickup.instruction,
  address: await storehouseAddress(db, pickup.storehouseId),
  count: Math.max(1, pickup.parcels),
  weight: pickup.weight,
  heaviest: pickup.heaviest,
  packed: pickup.packed,
  parcels: pickup.reported,
});

/** What a manifest holds: all, if the carrier names none or as many as were asked for. The others are named, with the carrier's reason. */
function heldOf({ reported }: Pickup, { held = [], why = {} }: Partial<Placed>) {
  if (held.length === 0 || held.length >= reported.length) return { kept: reported, missing: [] };
  const isHeld = (parcel: Pickup['reported'][number]): boolean => held.includes(parcel.trackingNo) || held.includes(parcel.shipmentId);
  const named = ({ no, shipmentId }: Pickup['reported'][number]): string => (why[shipmentId] ? `${no} (${why[shipmentId]})` : no);
  return { kept: reported.filter(isHeld), missing: reported.filter((parcel) => !isHeld(parcel)).map(named) };
}

async function store({ db, config }: CarrierContext, pickup: Pickup, state: string, placed: Partial<Placed>, message = ''): Promise<void> {
  const { kept, missing } = heldOf(pickup, placed);
  const made = placed.file
    ? await storeMade(config, { bytes: placed.file, name: `manifest-${pickup.day}.pdf`, mime: 'application/pdf' })
    : null;
  await db.transaction(async (tx) => {
    const done = await storeOutcome.first(tx, {
      id: pickup.id,
      state,
      confirmation: placed.number ?? '',
      handle: placed.handle ?? '',
      message,
      missing: missing.join(', '),
      file: made ? made.id.replaceAll('-', '') : null,
      parcels: pickup.kind === 'manifest' ? kept.length : pickup.parcels,
      weight: pickup.weight,
      reported: JSON.stringify(kept),
    });
    if (done && made) await tx.insert(files).values({ ...made, visibility: 'intern', merchantId: null, carrierId: pickup.carrierId });
  });
}

/** Sends an order that was not sent yet. Repeating it sends nothing again. */
export async function sendPickup(context: CarrierContext, id: string): Promise<void> {
  const { db, config } = context;
  const pickup = await findPickup.one(db, { id });
  const request = await orderOf(db, pickup);
  if (!(await claimToSend.first(db, { id }))) return;
  const connection = await readConnection.one(db, { id: pickup.carrierId });
  try {
    const placed = await asked(config.CARRIER_TIMEOUT, async (signal) =>
      dayOrdersOf(context, connection, pickup.kind).place(request, signal),
    );
    await store(context, pickup, 'ordered', placed, placed.message);
  } catch (error) {
    if (!(error instanceof CarrierError)) throw error;
    const { kind, message } = error.fault;
    if (kind === 'unknown') await lookFor(context, id, message);
    else await store(context, pickup, 'refused', {}, message);
  }
}

const dayOrdersOf = (context: CarrierContext, connection: Parameters<typeof adapterOf>[1], kind: PickupKind) => {
  const orders = adapterOf(context, connection)[kind];
  if (!orders) throw new CarrierError({ kind: 'refused', message: '' });
  return orders;
};

/** Looks for an order without an answer at the carrier. @param message what was said instead of an answer */
export async function lookFor(context: CarrierContext, id: string, message = ''): Promise<void> {
  const { db, config } = context;
  const pickup = await findPickup.one(db, { id });
  const connection = await readConnection.one(db, { id: pickup.carrierId });
  try {
    const request = await orderOf(db, pickup);
    const found = await asked(config.CARRIER_TIMEOUT, async (signal) =>
      dayOrdersOf(context, connection, pickup.kind).find(request, signal),
    );
    if (found) return await store(context, pickup, 'ordered', found);
  } catch (error) {
    if (!(error instanceof CarrierError)) throw error;
  }
  await store(context, pickup, 'unclear', {}, message);
}

const markCancelled = command(
  ({ id, message }: { id: string; message: string }) =>
    sql`update pickups set state = 'cancelled', message = left(${message}, 500) where id = ${id}::uuid and state = 'ordered'`,
);
/** Cancels a pick-up at the carrier. Repeating it changes nothing. @throws CarrierError with the carrier's words */
export async function cancelPickup(context: CarrierContext, id: string): Promise<void> {
  const { db, config } = context;
  const { carrierId, handle, confirmation } = await findPickup.one(db, { id });
  const adapter = adapterOf(context, await readConnection.one(db, { id: carrierId }));
  await asked(config.CARRIER_TIMEOUT, async (signal) => adapter.cancelPickup?.(handle || confirmation, signal));
  await markCancelled(db, { id, message: '' });
}

const findOpen = statement(
  { id: pickups.id, sent: pickups.sentAt },
  () => sql`select id, sent_at as sent from pickups where state in ('asked', 'unclear')
    and (sent_at is null and created_at < now() - make_interval(secs => ${SILENT}) or sent_at between now() - make_interval(secs => ${LOOKED_FOR}) and now() - make_interval(secs => ${SILENT}))
    order by id limit 100`,
);
/** Sends what a node that stopped did not send, and looks for what got no answer. */
export async function reviewPickups(context: CarrierContext): Promise<void> {
  for (const { id, sent } of await findOpen(context.db)) {
    if (sent === null) await sendPickup(context, id);
    else await lookFor(context, id);
  }
}
