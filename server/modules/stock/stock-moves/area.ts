import type { Locale } from '#contract/core/limits';
import { CONDITIONS } from '#contract/scanning/commands';
import { stockMoves as area, PLACES } from '#contract/stock/stock-moves';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { textIn } from '../../../core/http/texts.ts';
import { latestFlows } from '../checkpoint.ts';
import { stockMoves as table } from './table.ts';

const conditions = CONDITIONS.map((value) => ({ value, label: `stockBalances.conditions.${value}` }));
const places = PLACES.map((value) => ({ value, label: `stockMoves.places.${value}` }));

const fields = defineFields(area, {
  at: { kind: 'instant', sort: true, filter: true, width: 160 },
  sku: { kind: 'text', mono: true, sort: true, filter: true, width: 160 },
  itemId: { kind: 'reference', area: 'items', filter: true, width: 220 },
  merchantId: { kind: 'reference', area: 'merchants', filter: true, width: 170 },
  qty: { kind: 'number', sort: true, filter: true, total: true, width: 90 },
  lot: { kind: 'text', mono: true, filter: true, width: 120 },
  expiry: { kind: 'date', filter: true, width: 110 },
  serial: { kind: 'text', mono: true, filter: true, width: 150 },
  condition: { kind: 'choice', filter: true, width: 120, options: conditions },
  toCondition: { kind: 'choice', filter: true, width: 130, options: conditions },
  fromPlace: { kind: 'choice', filter: true, width: 110, options: places },
  fromId: { kind: 'reference', area: 'compartments', filter: true, width: 130 },
  fromUnitId: { kind: 'reference', area: 'mergedUnits', filter: true, width: 130 },
  toPlace: { kind: 'choice', filter: true, width: 110, options: places },
  toId: { kind: 'reference', area: 'compartments', filter: true, width: 130 },
  toUnitId: { kind: 'reference', area: 'mergedUnits', filter: true, width: 130 },
  reason: { kind: 'text', filter: true, width: 180 },
  taskId: { kind: 'reference', area: 'tasks', filter: true, width: 150 },
  parcelId: { kind: 'reference', area: 'parcels', filter: true, width: 140 },
  stationId: { kind: 'reference', area: 'stations', filter: true, width: 150 },
  userId: { kind: 'reference', area: 'users', filter: true, width: 160 },
});

const goods = ['at', 'itemId', 'sku', 'qty', 'lot', 'expiry', 'serial', 'condition', 'toCondition'] as const;
const way = ['fromPlace', 'fromId', 'fromUnitId', 'toPlace', 'toId', 'toUnitId'] as const;

/** A reason in the language of the reader: stations and the product write codes. What somebody typed stands as it is. */
function reasonIn(locale: Locale, reason: string): string {
  const known = [`stockMoves.reasons.${reason}`, `scan.reasons.${reason}`, `scan.outcomes.${reason}`].find(
    (key) => textIn(locale, key) !== key,
  );
  return known ? textIn(locale, known) : reason;
}

/** A move leaves a place, reaches one, or both. */
const WAY = { from: 'fromId', to: 'toId', by: 'arrow' } as const;

export const stockMoves = defineServerArea({
  area,
  table,
  journal: true,
  worded: ({ reason }, locale) => (typeof reason === 'string' && reason !== '' ? { reason: reasonIn(locale, reason) } : {}),
  sums: { fields: ['qty'], by: ['merchantId', 'fromPlace', 'toPlace'], from: latestFlows },
  masks: [
    defineMask(area, {
      key: 'wms.inventorylog.list',
      card: ['fromId', 'toId', 'taskId'],
      ends: WAY,
      icon: 'history',
      fields,
      columns: [
        'at',
        'sku',
        'qty',
        'fromPlace',
        'fromId',
        'toPlace',
        'toId',
        'taskId',
        'userId',
        { field: 'reason', hidden: true },
        { field: 'lot', hidden: true },
        { field: 'serial', hidden: true },
        { field: 'condition', hidden: true },
        { field: 'parcelId', hidden: true },
        { field: 'stationId', hidden: true },
        { field: 'merchantId', hidden: true },
      ],
      filters: [
        'at',
        'sku',
        'itemId',
        'merchantId',
        'fromPlace',
        'fromId',
        'toPlace',
        'toId',
        'taskId',
        'lot',
        'serial',
        'condition',
        'reason',
        'stationId',
        'userId',
      ],
      show: { goods, way, cause: ['merchantId', 'taskId', 'parcelId', 'reason', 'stationId', 'userId', 'createdAt'] },
    }),
    // A merchant sees the movements of the goods, but not which employee made them at which station.
    defineMask(area, {
      key: 'mEP.inventorylog.list',
      icon: 'history',
      fields: Object.fromEntries(Object.entries(fields).filter(([name]) => name !== 'stationId' && name !== 'userId')),
      columns: [
        'at',
        'sku',
        'qty',
        'fromPlace',
        'toPlace',
        'condition',
        'taskId',
        'reason',
        { field: 'lot', hidden: true },
        { field: 'serial', hidden: true },
      ],
      filters: ['at', 'sku', 'itemId', 'fromPlace', 'toPlace', 'taskId', 'lot', 'serial', 'condition', 'reason'],
      show: { goods, way: ['fromPlace', 'toPlace'], cause: ['taskId', 'reason', 'createdAt'] },
    }),
  ],
});
