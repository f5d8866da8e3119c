import { sql } from 'drizzle-orm';
import { allows } from '#contract/core/access';
import { DOCUMENT_NAMES, DOCUMENTS } from '#contract/printing/documents';
import { JOB_STATES, PAPER_KINDS } from '#contract/printing/jobs';
import { printJobs as area } from '#contract/printing/print-jobs';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { printJobRoutes } from './routes.ts';
import { printJobs as table } from './table.ts';

const MEANING = { queued: 'wait', sent: 'work', unsure: 'stop', printed: 'done', failed: 'stop', expired: 'closed' } as const;

const fields = defineFields(area, {
  no: { kind: 'barcode', sort: true, filter: true, width: 110 },
  document: {
    kind: 'choice',
    filter: true,
    width: 150,
    options: DOCUMENT_NAMES.map((value) => ({ value, label: `printJobs.documents.${value}` })),
  },
  title: { kind: 'text', filter: true, width: 240 },
  state: {
    kind: 'status',
    filter: true,
    width: 120,
    options: JOB_STATES.map((value) => ({ value, label: `printJobs.states.${value}`, meaning: MEANING[value] })),
  },
  paper: { kind: 'choice', filter: true, width: 120, options: PAPER_KINDS.map((value) => ({ value, label: `printers.paper.${value}` })) },
  copies: { kind: 'number', width: 80 },
  pages: { kind: 'number', width: 80 },
  reason: { kind: 'text', filter: true, width: 180 },
  reprintOf: { kind: 'reference', area: 'printJobs', filter: true, width: 130 },
  error: { kind: 'text', width: 200 },
  printerId: { kind: 'reference', area: 'printers', filter: true, width: 150 },
  stationId: { kind: 'reference', area: 'stations', filter: true, width: 150 },
  agent: { kind: 'text', filter: true, width: 180 },
  requestedBy: { kind: 'reference', area: 'users', filter: true, width: 150 },
  merchantId: { kind: 'reference', area: 'merchants', filter: true, width: 150 },
  key: { kind: 'text', mono: true, filter: true, width: 260 },
  sentAt: { kind: 'instant', width: 160 },
  endedAt: { kind: 'instant', filter: true, width: 160 },
});

export const printJobs = defineServerArea({
  area,
  table,
  secret: ['records', 'holder'],
  // A print job contains the data of its rows. Only users who may read those rows may see it.
  readers: {
    instead: false,
    where: ({ privileges }) => {
      const open = DOCUMENT_NAMES.filter((name) => {
        const { of } = DOCUMENTS[name];
        return of === null || allows(privileges, `${of}.read`);
      });
      return open.length === DOCUMENT_NAMES.length ? null : sql`t.document = any(${`{${open.join(',')}}`}::text[])`;
    },
  },
  routes: printJobRoutes,
  masks: [
    defineMask(area, {
      key: 'sys.printJobs.list',
      facts: ['printerId', 'state', 'pages', 'sentAt'],
      next: [{ action: 'answer', text: 'printJobs.next.answer', meaning: 'wait' }],
      icon: 'printer',
      fields,
      columns: [
        'no',
        'document',
        'title',
        'state',
        'agent',
        'requestedBy',
        'createdAt',
        'pages',
        'copies',
        'reason',
        { field: 'error', hidden: true },
        { field: 'reprintOf', hidden: true },
        { field: 'stationId', hidden: true },
        { field: 'printerId', hidden: true },
        { field: 'merchantId', hidden: true },
        { field: 'paper', hidden: true },
        { field: 'endedAt', hidden: true },
      ],
      filters: [
        'document',
        'state',
        'title',
        'requestedBy',
        'createdAt',
        'reason',
        'agent',
        'stationId',
        'printerId',
        'merchantId',
        'paper',
        'no',
      ],
      show: {
        print: ['no', 'document', 'title', 'state', 'error', 'copies', 'pages', 'reason', 'reprintOf'],
        way: ['requestedBy', 'merchantId', 'stationId', 'printerId', 'agent', 'createdAt', 'sentAt', 'endedAt', 'key'],
      },
      actions: [
        {
          key: 'answer',
          label: 'printJobs.actions.answer',
          on: 'row',
          dialog: 'printJobs.answer',
          privilege: 'printJobs.create',
          when: { field: 'state', op: 'eq', value: 'unsure' },
          icon: 'printer',
        },
        { key: 'preview', label: 'printJobs.actions.preview', on: 'row', dialog: 'printJobs.preview', icon: 'eye' },
        {
          key: 'reprint',
          label: 'printJobs.actions.reprint',
          on: 'row',
          dialog: 'printJobs.reprint',
          privilege: 'printJobs.create',
          icon: 'printer',
        },
      ],
    }),
  ],
});
