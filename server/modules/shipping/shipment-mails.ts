import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Address } from '#contract/core/fields';
import type { Locale } from '#contract/core/limits';
import { paperLanguages } from '#contract/money/paper-languages';
import type { Db } from '../../core/db/client.ts';
import { cell, command, orNull, statement } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/http/context.ts';
import { merchants } from '../parties/merchants/table.ts';
import { queueMail } from '../settings/index.ts';
import { textFor } from '../support/index.ts';

/** Mails to customers whose parcels have left. The rows of `shipment_notices` say which parcels are still to be told. */

/** Orders of one run of the job. */
const BATCH = 200;

/** Locks what is told now; a second node takes other orders. */
const claimOrder = statement(
  { taskId: cell.uuid, parcelIds: cell.texts },
  () => sql`with next as (select task_id from shipment_notices where due_at <= now() order by due_at limit 1 for update skip locked),
      mine as (select n.parcel_id, n.task_id from shipment_notices n join next on next.task_id = n.task_id where n.due_at is not null for update of n skip locked)
    select task_id, array_agg(parcel_id::text order by parcel_id) as parcel_ids from mine group by task_id`,
);
const findOrder = statement(
  {
    no: cell.text,
    order: cell.text,
    merchantId: merchants.id,
    merchant: merchants.name,
    consignee: cell.jsonb<Address>(),
    isComplete: cell.boolean,
  },
  ({
    taskId,
  }: {
    taskId: string;
  }) => sql`select t.no, coalesce(nullif(t.ref_order_id, ''), t.no) as "order", m.id as merchant_id, m.name as merchant, t.consignee,
      not exists (select from task_lines l where l.task_id = t.id and l.ordered - l.cancelled > l.shipped) as is_complete
    from tasks t join merchants m on m.id = t.merchant_id where t.id = ${taskId}::uuid and t.deleted_at is null`,
);
/** Parcels whose hand-over was taken back meanwhile are not among them. */
const findParcels = statement(
  { id: cell.uuid, trackingNo: cell.text, carrier: orNull(cell.text), trackingUrl: cell.text },
  ({ ids }: { ids: string }) => sql`select p.id, p.tracking_no, c.name as carrier,
      case when p.tracking_no = '' then '' else replace(coalesce(c.tracking_url, ''), '{no}', p.tracking_no) end as tracking_url
    from parcels p left join carriers c on c.id = p.carrier_id where p.id = any(${ids}::uuid[]) and p.handed_over_at is not null and p.state <> 'void' order by p.seq`,
  [{ ids: '{}' }],
);
const markQueued = command(
  ({ ids }: { ids: string }) => sql`update shipment_notices set due_at = null where parcel_id = any(${ids}::uuid[])`,
  [{ ids: '{}' }],
);
/** One that left again is noted again. */
const forgetStayed = command(
  ({ ids }: { ids: string }) => sql`delete from shipment_notices where parcel_id = any(${ids}::uuid[]) and due_at is not null`,
  [{ ids: '{}' }],
);

type Parcel = { trackingNo: string; carrier: string | null; trackingUrl: string };
const lineOf = (locale: Locale, { trackingNo, carrier, trackingUrl }: Parcel): string => {
  const words = { carrier: carrier ?? '–', trackingNo };
  const line = textFor(locale, `parcels.mail.${trackingNo === '' ? 'untracked' : 'parcel'}`, words);
  return trackingUrl === '' ? line : `${line}\n${trackingUrl}`;
};

/** Queues the mail for one order. @returns whether there was one to do */
async function queueNext(tx: Db): Promise<boolean> {
  const claim = await claimOrder.first(tx);
  if (!claim) return false;
  const ids = `{${claim.parcelIds.join(',')}}`;
  const order = await findOrder.first(tx, { taskId: claim.taskId });
  const parcels = order ? await findParcels(tx, { ids }) : [];
  if (order && parcels.length > 0) {
    const [locale = 'en'] = paperLanguages(order.consignee.country);
    const words = { order: order.order, merchant: order.merchant, parcels: parcels.map((parcel) => lineOf(locale, parcel)).join('\n\n') };
    const more = order.isComplete ? '' : `\n\n${textFor(locale, 'parcels.mail.more', {})}`;
    await queueMail(tx, {
      kind: 'shipment',
      documentNo: order.no,
      taskId: claim.taskId,
      mailTo: order.consignee.email,
      subject: textFor(locale, 'parcels.mail.subject', words),
      text: `${textFor(locale, 'parcels.mail.text', words)}${more}\n`,
      locale,
      merchantId: order.merchantId,
      customerId: null,
      pdfFile: null,
      xmlFile: null,
    });
    await markQueued(tx, { ids: `{${parcels.map(({ id }) => id).join(',')}}` });
  }
  await forgetStayed(tx, { ids });
  return true;
}

/** Queues the mails that are due. Several nodes may run it at once; a node that is killed leaves an order as it was. */
export async function queueShipmentMails(db: Db): Promise<void> {
  for (let count = 0; count < BATCH; count += 1) if (!(await db.transaction(queueNext))) return;
}

/** The job for mails about parcels that left. */
export function shipmentMails(_app: FastifyInstance, { db, jobs }: AppContext): void {
  jobs.define('shipping.shipmentMails', () => queueShipmentMails(db), '* * * * *');
}
