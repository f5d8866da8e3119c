import { sql } from 'drizzle-orm';
import type { Address } from '#contract/core/fields';
import { cell, orNull, type Row, statement } from '../../../core/db/statement.ts';
import { uuids } from '../../../core/db/uuids.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { tasks } from '../../orders/tasks/table.ts';
import { carriers } from '../../shipping/carriers/table.ts';
import { parcels } from '../../shipping/parcels/table.ts';
import { type Build, type Builder, dayOf, joined, localSql, nameIn, senderOf, sizeOf } from './builder.ts';
import { foreignLabels } from './foreign.ts';
import { routingOf, ssccOf } from './routing.ts';

/** Parcels with order, carrier and their position among the order's parcels; void parcels are not counted. */
const findParcels = statement(
  {
    id: parcels.id,
    no: parcels.no,
    trackingNo: parcels.trackingNo,
    retourNo: parcels.retourNo,
    service: parcels.service,
    weight: parcels.weight,
    length: parcels.length,
    width: parcels.width,
    height: parcels.height,
    labelState: parcels.labelState,
    labelFile: parcels.labelFile,
    unit: cell.text,
    taskNo: tasks.no,
    ref: tasks.refOrderId,
    consignor: tasks.consignor,
    consignee: tasks.consignee,
    services: tasks.deliveryServices,
    codAmount: parcels.codAmount,
    currency: parcels.currency,
    dangerGoods: cell.boolean,
    un: cell.text,
    carrier: cell.text,
    carrierName: cell.text,
    api: orNull(carriers.api),
    seq: cell.integer,
    of: cell.integer,
    shipAt: cell.text,
    today: cell.text,
  },
  ({ ids, home }: { ids: readonly string[]; home: string }) =>
    sql`with asked as (select * from parcels where id = any(${uuids(ids)})),
      numbered as (select id, row_number() over (partition by task_id order by seq)::int as n, count(*) over (partition by task_id)::int as "of"
        from parcels where state <> 'void' and task_id in (select task_id from asked)),
      goods as (select k.parcel_id, bool_or(i.dangerous) as dangerous, string_agg(distinct nullif(i.un_number, ''), ', ') as un
        from parcel_contents k join task_lines l on l.id = k.line_id join items i on i.id = l.item_id where k.parcel_id in (select id from asked) group by k.parcel_id)
    select p.id, p.no, p.tracking_no as "trackingNo", p.retour_no as "retourNo", p.service, p.weight, p.length, p.width, p.height,
      p.label_state as "labelState", p.label_file as "labelFile", coalesce(u.code, '') as unit,
      t.no as "taskNo", t.ref_order_id as ref, t.consignor, t.consignee, t.delivery_services as services, p.cod_amount as "codAmount", p.currency,
      t.danger_goods or coalesce(g.dangerous, false) as "dangerGoods", coalesce(g.un, '') as un,
      coalesce(c.code, '') as carrier, coalesce(c.name, '') as "carrierName", c.api, coalesce(n.n, 1) as seq, coalesce(n."of", 1) as "of",
      ${localSql(sql`coalesce(p.handed_over_at, now())`, sql`s.timezone`, home)} as "shipAt", ${localSql(sql`now()`, sql`s.timezone`, home)} as today
    from asked p join tasks t on t.id = p.task_id 
      left join numbered n on n.id = p.id left join goods g on g.parcel_id = p.id left join merged_units u on u.id = p.unit_id
      left join carriers c on c.id = p.carrier_id left join storehouses s on s.id = c.storehouse_id`,
);
type ParcelRow = Row<typeof findParcels>;
const parcelsOf = ({ tx, ids, house }: Build): Promise<ParcelRow[]> => findParcels(tx, { ids, home: house.zone });

/** Fields shared by transport and return labels. */
function label({ house, options }: Build, row: ParcelRow, way: { from: Address; to: Address; trackingNo: string }): object {
  const { services, dangerGoods } = row;
  return {
    house,
    from: way.from,
    to: way.to,
    trackingNo: way.trackingNo,
    carrier: row.carrierName,
    service: row.service,
    ...routingOf({ carrier: row.carrier, trackingNo: way.trackingNo, to: way.to, services, dangerGoods }),
    reference: row.ref,
    parcelNo: row.no,
    seq: row.seq,
    of: row.of,
    weight: row.weight,
    size: sizeOf(row),
    currency: row.currency,
    dangerGoods,
    unNumbers: joined([row.un]),
    shipDate: options.shipDate ?? dayOf(row.shipAt),
  };
}

/** Refuses parcels without a number: a label without one could not be tracked. @throws DomainError StateRefused */
function numbered(rows: ParcelRow[], number: 'trackingNo' | 'retourNo'): ParcelRow[] {
  const brought = (row: ParcelRow): boolean => number === 'trackingNo' && row.labelFile !== null;
  if (rows.some((row) => !row[number] && !brought(row))) throw new DomainError('StateRefused', 'parcels.refusals.noLabelYet');
  return rows;
}

export const transportLabel: Builder = async (build) => {
  const rows = numbered(await parcelsOf(build), 'trackingNo');
  const foreign = await foreignLabels(build, rows);
  return new Map(
    rows.map((row) => {
      const { id, trackingNo } = row;
      const from = senderOf(build.house, row.consignor);
      const services = row.services.map((key) => nameIn(build.options, `tasks.deliveryServices.${key}`));
      return [
        id,
        {
          ...label(build, row, { from, to: row.consignee, trackingNo }),
          services,
          cashOnDelivery: row.codAmount,
          sscc: ssccOf(trackingNo, row.unit),
          foreign: foreign.get(id) ?? null,
        },
      ];
    }),
  );
};

/** Label for the return to the house. Services of the outbound shipment do not apply. */
export const returnLabel: Builder = async (build) =>
  new Map(
    numbered(await parcelsOf(build), 'retourNo').map((row) => {
      const { retourNo } = row;
      const way = { from: row.consignee, to: build.house.address, trackingNo: retourNo };
      const plain = { ...row, services: [], shipAt: row.today };
      return [row.id, { ...label(build, plain, way), sscc: ssccOf(retourNo), retourNo }];
    }),
  );
