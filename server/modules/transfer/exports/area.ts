import { sql } from 'drizzle-orm';
import type { ActionSpec } from '#contract/core/mask';
import { exports as area, TRANSFER_STATES } from '#contract/transfer/exports';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { exportRoutes } from './routes.ts';
import { exports as table } from './table.ts';

const MEANING = { queued: 'wait', running: 'work', done: 'done', failed: 'stop', cancelled: 'closed', expired: 'closed' } as const;

const fields = defineFields(area, {
  fileName: { kind: 'text', sort: true, filter: true, width: 280 },
  mask: { kind: 'choice', masks: true, options: [], filter: true, width: 180 },
  format: {
    kind: 'choice',
    filter: true,
    width: 90,
    options: ['csv', 'xlsx'].map((value) => ({ value, label: { en: value, cn: value, de: value } })),
  },
  state: {
    kind: 'status',
    filter: true,
    width: 120,
    options: TRANSFER_STATES.map((value) => ({ value, label: `exports.states.${value}`, meaning: MEANING[value] })),
  },
  done: { kind: 'number', width: 100 },
  total: { kind: 'number', width: 100 },
  link: { kind: 'url', width: 120 },
  availableUntil: { kind: 'instant', sort: true, filter: true, help: 'exports.help.availableUntil', width: 170 },
});

/** For an export whose file is gone, or was never made. */
const AGAIN: ActionSpec = {
  key: 'again',
  label: 'exports.actions.again',
  done: 'exports.done.again',
  icon: 'export',
  on: 'row',
  call: { method: 'PUT', path: '/v0/exports/:id/again' },
  privilege: 'exports.create',
  when: { field: 'state', op: 'in', value: ['expired', 'failed', 'cancelled'] },
};

const screen = {
  icon: 'download',
  fields,
  columns: ['fileName', 'state', 'done', 'total', 'format', 'createdAt', 'link', 'availableUntil', { field: 'mask', hidden: true }],
  filters: ['fileName', 'state', 'format', 'mask', 'createdAt', 'availableUntil'],
} as const;

export const exports = defineServerArea({
  area,
  table,
  routes: exportRoutes,
  owned: { by: 'createdBy', visible: sql`false` },
  masks: [
    defineMask(area, { ...screen, key: 'sys.exports.list', actions: [AGAIN] }),
    // Exports for the outbound desk: orders and their parcels.
    defineMask(area, {
      ...screen,
      key: 'sys.exportsOutbound.list',
      actions: [AGAIN],
      title: 'exports.outboundTitle',
      emptyText: 'exports.emptyOutbound',
      fixed: [{ field: 'mask', op: 'in', value: ['p11y.orders.list', 'p11y.shipped.list', 'p11y.shippinglog.list', 'oms.outbound.list'] }],
    }),
  ],
});
