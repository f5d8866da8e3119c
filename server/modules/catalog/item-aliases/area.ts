import { eq } from 'drizzle-orm';
import { barcodeFaults } from '#contract/catalog/barcode-faults';
import { ALIAS_KINDS, itemAliases as area } from '#contract/catalog/item-aliases';
import type { Db } from '../../../core/db/client.ts';
import { defineServerArea, type Values, type Written } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { items } from '../items/table.ts';
import { itemAliases as table } from './table.ts';

/** An alias always belongs to the owner of its item. */
async function ownerOfItem(tx: Db, values: Written<typeof area>): Promise<Values> {
  if (!values.itemId) return values;
  const [owner] = await tx.select({ merchantId: items.merchantId }).from(items).where(eq(items.id, values.itemId));
  return { ...values, ...owner };
}

const fields = defineFields(area, {
  code: { kind: 'barcode', sort: true, filter: true, width: 200 },
  kind: {
    kind: 'choice',
    filter: true,
    sort: true,
    width: 140,
    options: ALIAS_KINDS.map((value) => ({ value, label: `itemAliases.kinds.${value}` })),
  },
  itemId: { kind: 'reference', area: 'items', filter: true, width: 320 },
  merchantId: { kind: 'reference', area: 'merchants', filter: true, width: 180 },
  pieces: { kind: 'number', min: 1, width: 110 },
});

export const itemAliases = defineServerArea({
  area,
  table,
  related: [
    {
      area: 'itemAliases',
      by: 'itemId',
      from: 'itemId',
      columns: ['code', 'kind', 'pieces'],
      sort: 'code',
      title: 'itemAliases.related.codes',
    },
    {
      area: 'stockBalances',
      by: 'itemId',
      from: 'itemId',
      columns: ['compartmentId', 'condition', 'onHand', 'reserved'],
      where: [{ field: 'onHand', op: 'gt', value: '0' }],
      title: 'itemAliases.related.stock',
    },
  ],
  unique: [['merchantId', 'code']],
  check: ({ values, current }) => {
    const kind = values.kind ?? current?.kind;
    const code = values.code ?? current?.code;
    const checked = (kind === 'ean' || kind === 'upc') && (values.code !== undefined || values.kind !== undefined);
    return checked ? barcodeFaults('code', code) : [];
  },
  beforeSave: ({ tx, values }) => ownerOfItem(tx, values),
  masks: [
    defineMask(area, {
      key: 'wms.alias.list',
      icon: 'tags',
      fields,
      columns: ['code', 'kind', 'itemId', 'pieces', 'merchantId', 'createdAt'],
      filters: ['code', 'kind', 'itemId', 'merchantId'],
      form: { layout: 'drawer', sections: { main: ['code', 'kind', 'itemId', 'pieces', 'merchantId'] } },
      import: { fields: ['code', 'kind', 'itemId', 'pieces'], match: ['code'] },
    }),
  ],
});
