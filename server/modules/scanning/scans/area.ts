import { PROFILES, ScanCommand, SOURCES } from '#contract/scanning/commands';
import { scans as area } from '#contract/scanning/scans';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { scans as table } from './table.ts';

const ACTS = ScanCommand.options.map(({ shape }) => shape.do.value);
const MEANING = { applied: 'done', refused: 'stop' } as const;

const fields = defineFields(area, {
  at: { kind: 'instant', sort: true, filter: true, width: 160 },
  code: { kind: 'barcode', filter: true, width: 200 },
  profile: {
    kind: 'choice',
    filter: true,
    width: 170,
    options: PROFILES.map((value) => ({ value, label: `scan.profiles.${value}.title` })),
  },
  act: { kind: 'choice', filter: true, width: 220, options: ACTS.map((value) => ({ value, label: `scans.acts.${value}` })) },
  outcome: {
    kind: 'status',
    filter: true,
    width: 130,
    options: (['applied', 'refused'] as const).map((value) => ({ value, label: `scans.outcomes.${value}`, meaning: MEANING[value] })),
  },
  why: { kind: 'text', filter: true, width: 150 },
  source: { kind: 'choice', filter: true, width: 110, options: SOURCES.map((value) => ({ value, label: `scans.sources.${value}` })) },
  stationId: { kind: 'reference', area: 'stations', filter: true, width: 160 },
  userId: { kind: 'reference', area: 'users', filter: true, width: 160 },
  sentBy: { kind: 'reference', area: 'users', filter: true, help: 'scans.help.sentBy', width: 160 },
  merchantId: { kind: 'reference', area: 'merchants', filter: true, width: 170 },
  taskId: { kind: 'reference', area: 'tasks', filter: true, width: 160 },
  deviceId: { kind: 'text', mono: true, filter: true, width: 150 },
  seq: { kind: 'number', width: 90 },
  body: { kind: 'json', width: 240 },
});

const screen = {
  icon: 'scan',
  fields,
  facts: ['at', 'profile', 'stationId', 'userId', 'taskId'],
  // What was booked stands beside it in words, with the data of the device folded (src/resources/scanning/scans).
  show: {
    scan: ['code', 'source', 'outcome', 'sentBy', 'merchantId'],
    device: ['act', 'why', 'deviceId', 'seq', 'createdAt'],
  },
} as const;

export const scans = defineServerArea({
  area,
  table,
  journal: true,
  related: [{ area: 'stockMoves', by: 'scanId', columns: ['sku', 'reason', 'qty', 'fromPlace', 'toPlace'] }],
  masks: [
    defineMask(area, {
      key: 'wms.scans.list',
      ...screen,
      columns: [
        'at',
        { field: 'code', main: true },
        'profile',
        'outcome',
        'taskId',
        'stationId',
        'userId',
        { field: 'merchantId', hidden: true },
        { field: 'source', hidden: true },
        { field: 'sentBy', hidden: true },
        { field: 'createdAt', hidden: true },
        { field: 'act', hidden: true },
        { field: 'why', hidden: true },
      ],
      filters: ['at', 'code', 'profile', 'act', 'outcome', 'why', 'stationId', 'userId', 'taskId', 'merchantId', 'source', 'sentBy'],
    }),
    // Codes that were only logged: where, when and by whom.
    defineMask(area, {
      key: 'wms.loggingScan.view',
      ...screen,
      title: 'scans.seen',
      sort: '-at',
      fixed: [{ field: 'profile', op: 'eq', value: 'loggingScan' }],
      columns: ['at', 'code', 'stationId', 'userId', 'source', { field: 'createdAt', hidden: true }],
      filters: ['at', 'code', 'stationId', 'userId', 'source'],
      actions: [
        { key: 'record', label: 'menu.scan.loggingScan', icon: 'scan', on: 'list', open: '/wEP/codeScan', privilege: 'scans.create' },
      ],
    }),
  ],
});
