import { sql } from 'drizzle-orm';
import { itemComponents as area } from '#contract/catalog/item-components';
import type { FieldError } from '#contract/core/envelope';
import { statement } from '../../../core/db/statement.ts';
import { defineServerArea, type Saving, type Values, type Written } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { items } from '../items/table.ts';
import { itemComponents as table } from './table.ts';

const fields = defineFields(area, {
  itemId: { kind: 'reference', area: 'items', filter: true, width: 300 },
  componentId: { kind: 'reference', area: 'items', filter: true, width: 300 },
  kitSku: { kind: 'text', mono: true, sort: true, filter: true, width: 150 },
  partSku: { kind: 'text', mono: true, sort: true, filter: true, width: 150 },
  qty: { kind: 'number', min: 1, sort: true, width: 110 },
  merchantId: { kind: 'reference', area: 'merchants', filter: true, width: 180 },
});

/** A kit and one of its parts. */
type Pair = { itemId: string | null; componentId: string | null };
const pairOf = ({ itemId, componentId }: Written<typeof area>): Pair => ({ itemId: itemId ?? null, componentId: componentId ?? null });
const findKinds = statement(
  { id: items.id, kind: items.kind },
  ({ itemId, componentId }: Pair) => sql`select id, kind from items where id in (${itemId}::uuid, ${componentId}::uuid)`,
);
const findOwner = statement(
  { merchantId: items.merchantId, kitSku: items.sku, partSku: items.sku },
  ({ itemId, componentId }: Pair) => sql`select k.merchant_id, k.sku as kit_sku, p.sku as part_sku
    from items k, items p where k.id = ${itemId}::uuid and p.id = ${componentId}::uuid`,
);

/** Only logical items have parts, and a part must not be logical itself: nested kits could be endless. */
async function kitFaults({ tx, values, current }: Saving<typeof area>): Promise<FieldError[]> {
  const pair = pairOf({ ...current, ...values });
  const kinds = await findKinds(tx, pair);
  const kindOf = (id: string | null) => kinds.find((item) => item.id === id)?.kind;
  return [
    ...(kindOf(pair.itemId) === 'logical' ? [] : [{ path: 'itemId', rule: 'kitOnly' }]),
    ...(kindOf(pair.componentId) === 'logical' ? [{ path: 'componentId', rule: 'noKitInKit' }] : []),
  ];
}

/** The parts of a kit belong to the owner of the kit. Both SKUs are stored for search. */
async function fill({ tx, values, current }: Saving<typeof area>): Promise<Values> {
  return { ...values, ...(await findOwner.first(tx, pairOf({ ...current, ...values }))) };
}

export const itemComponents = defineServerArea({
  area,
  table,
  related: [
    {
      key: 'kit',
      area: 'itemComponents',
      by: 'itemId',
      from: 'itemId',
      columns: ['componentId', 'qty'],
      title: 'itemComponents.related.kit',
    },
    {
      key: 'part',
      area: 'itemComponents',
      by: 'componentId',
      from: 'componentId',
      columns: ['itemId', 'qty'],
      title: 'itemComponents.related.part',
    },
  ],
  unique: [['itemId', 'componentId']],
  check: kitFaults,
  beforeSave: fill,
  masks: [
    defineMask(area, {
      key: 'wms.component.list',
      icon: 'appstore',
      fields,
      columns: [
        'itemId',
        'componentId',
        'qty',
        'merchantId',
        { field: 'kitSku', hidden: true },
        { field: 'partSku', hidden: true },
        { field: 'createdAt', hidden: true },
      ],
      filters: ['itemId', 'componentId', 'kitSku', 'partSku', 'merchantId'],
      form: { layout: 'drawer', sections: { main: ['itemId', 'componentId', 'qty'] } },
      import: { fields: ['itemId', 'componentId', 'qty'], match: ['itemId', 'componentId'] },
    }),
  ],
});
