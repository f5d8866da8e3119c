import { carriers as area, CARRIER_APIS } from '#contract/shipping/carriers';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { setOffAction } from '../../bank/index.ts';
import { carriers as table } from './table.ts';

const fields = defineFields(area, {
  code: { kind: 'text', mono: true, sort: true, filter: true, help: 'carriers.help.code', width: 130 },
  name: { kind: 'text', sort: true, filter: true, width: 220 },
  api: {
    kind: 'choice',
    filter: true,
    help: 'carriers.help.api',
    width: 170,
    options: CARRIER_APIS.map((value) => ({ value, label: `carriers.apis.${value}` })),
  },
  cutOff: { kind: 'text', mono: true, sort: true, help: 'carriers.help.cutOff', width: 110 },
  storehouseId: { kind: 'reference', area: 'storehouses', filter: true, help: 'carriers.help.storehouseId', width: 200 },
  supplierId: { kind: 'reference', area: 'suppliers', filter: true, help: 'carriers.help.supplierId', width: 180 },
  maxWeight: { kind: 'weight', width: 120 },
  dimensions: { kind: 'boolean', filter: true, help: 'carriers.help.dimensions', width: 130 },
  trackingUrl: { kind: 'text', mono: true, help: 'carriers.help.trackingUrl', width: 280 },
  active: { kind: 'boolean', filter: true, width: 90 },
});

export const carriers = defineServerArea({
  area,
  table,
  related: [
    { area: 'parcels', by: 'carrierId', columns: ['no', 'taskId', 'state', 'trackingNo', 'handedOverAt'] },
    { area: 'loadingLists', by: 'carrierId', columns: ['no', 'state', 'parcels', 'handedOverAt'] },
    { area: 'offers', by: 'carrierId', columns: ['goods', 'state', 'wantedOn', 'price'] },
    { area: 'bills', by: 'carrierId', columns: ['no', 'theirNo', 'status', 'dueDate', 'gross', 'open'] },
    { area: 'collections', by: 'carrierId', columns: ['no', 'status', 'pickupDate', 'price'] },
    { area: 'transportQuotes', by: 'carrierId', columns: ['no', 'status', 'pickupDate', 'price'] },
    { area: 'priceRules', by: 'carrierIds', columns: ['name', 'categoryId', 'currency', 'validFrom'] },
    { area: 'users', by: 'carrierId', columns: ['name', 'account', 'lastSeenAt'] },
  ],
  unique: [['code']],
  masks: [
    defineMask(area, {
      key: 'settings.carriers.list',
      facts: ['code', 'api', 'cutOff', 'storehouseId'],
      icon: 'truck',
      actions: [setOffAction],
      fields,
      columns: [
        'code',
        'name',
        'api',
        'cutOff',
        'storehouseId',
        'maxWeight',
        'dimensions',
        'active',
        { field: 'supplierId', hidden: true },
        { field: 'trackingUrl', hidden: true },
      ],
      filters: ['code', 'name', 'api', 'storehouseId', 'dimensions', 'supplierId', 'active'],
      sort: 'code',
      form: {
        layout: 'drawer',
        sections: {
          carrier: ['code', 'name', 'active', 'storehouseId', 'cutOff', 'supplierId'],
          labels: ['api', 'dimensions', 'maxWeight', 'trackingUrl'],
        },
      },
    }),
  ],
});
