import { sql } from 'drizzle-orm';
import { imports as area, IMPORT_STATES } from '#contract/transfer/imports';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { importRoutes } from './routes.ts';
import { imports as table } from './table.ts';

const MEANING = {
  uploaded: 'wait',
  checking: 'work',
  checked: 'wait',
  running: 'work',
  done: 'done',
  failed: 'stop',
  reverted: 'back',
} as const;

const fields = defineFields(area, {
  fileName: { kind: 'text', sort: true, filter: true, width: 280 },
  mask: { kind: 'choice', masks: true, options: [], filter: true, width: 180 },
  state: {
    kind: 'status',
    filter: true,
    width: 120,
    options: IMPORT_STATES.map((value) => ({ value, label: `imports.states.${value}`, meaning: MEANING[value] })),
  },
  merchantId: { kind: 'reference', area: 'merchants', filter: true, width: 180 },
  total: { kind: 'number', width: 90 },
  created: { kind: 'number', width: 90 },
  updated: { kind: 'number', width: 90 },
  unchanged: { kind: 'number', width: 90 },
  failed: { kind: 'number', width: 90 },
});

export const imports = defineServerArea({
  area,
  table,
  routes: importRoutes,
  owned: { by: 'createdBy', visible: sql`false` },
  masks: [
    defineMask(area, {
      key: 'sys.imports.list',
      icon: 'upload',
      fields,
      columns: [
        'fileName',
        'state',
        'total',
        'created',
        'updated',
        'unchanged',
        'failed',
        'createdAt',
        { field: 'merchantId', hidden: true },
        { field: 'mask', hidden: true },
      ],
      filters: ['fileName', 'state', 'mask', 'createdAt', 'merchantId'],
    }),
  ],
});
