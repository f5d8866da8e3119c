import { sql } from 'drizzle-orm';
import { itemComponents as area } from '#contract/areas/item-components';
import type { FieldError } from '#contract/envelope';
import type { Db } from '../../db/client.ts';
import { defineServerArea, type Values } from '../../http/area.ts';
import { defineFields, defineMask } from '../../http/mask.ts';
import { rowsOf } from '../../http/select.ts';
import { itemComponents as table } from './table.ts';

const fields = defineFields(area, {
  itemId: { kind: 'reference', area: 'items', filter: true, width: 300 },
  componentId: { kind: 'reference', area: 'items', filter: true, width: 300 },
  kitSku: { kind: 'text', mono: true, sort: true, filter: true, width: 150 },
  partSku: { kind: 'text', mono: true, sort: true, filter: true, width: 150 },
  qty: { kind: 'number', min: 1, sort: true, width: 110 },
  merchantId: { kind: 'reference', area: 'merchants', filter: true, width: 180 },
});

/** Only logical items have parts, and a part is none of them: kits in kits would have to be taken apart without end. */
async function kitFaults({ tx, values, current }: { tx: Db; values: Values; current: Values | null }): Promise<FieldError[]> {
  const row = { ...current, ...values };
  const kinds = rowsOf(
    await tx.execute(sql`select id, kind from items where id in (${row['itemId'] as string}::uuid, ${row['componentId'] as string}::uuid)`),
  );
  const kindOf = (id: unknown): unknown => kinds.find((item) => item['id'] === id)?.['kind'];
  return [
    ...(kindOf(row['itemId']) === 'logical' ? [] : [{ path: 'itemId', rule: 'kitOnly' }]),
    ...(kindOf(row['componentId']) === 'logical' ? [{ path: 'componentId', rule: 'noKitInKit' }] : []),
  ];
}

/** A kit's parts belong to whom the kit belongs; both SKUs are kept for search. */
async function fill({ tx, values, current }: { tx: Db; values: Values; current: Values | null }): Promise<Values> {
  const row = { ...current, ...values };
  const [found] = rowsOf(
    await tx.execute(
      sql`select k.merchant_id, k.sku as kit, p.sku as part from items k, items p where k.id = ${row['itemId'] as string}::uuid and p.id = ${row['componentId'] as string}::uuid`,
    ),
  );
  return found ? { ...values, merchantId: found['merchant_id'], kitSku: found['kit'], partSku: found['part'] } : values;
}

export const itemComponents = defineServerArea({
  area,
  table,
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
