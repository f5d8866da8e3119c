import { tasks as area } from '#contract/orders/tasks';
import { defineServerArea } from '../../../core/http/area.ts';
import { orderRecords } from './import.ts';
import { carrierMasks } from './masks-carrier.ts';
import { inMasks } from './masks-in.ts';
import { outMasks } from './masks-out.ts';
import { taskRoutes } from './routes.ts';
import { bringBack, editFaults, followEdit, keepAgreed } from './rules.ts';
import { tasks as table } from './table.ts';

export const tasks = defineServerArea({
  area,
  table,
  related: [
    { area: 'tickets', by: 'taskId', columns: ['no', 'state', 'subject', 'lastMessageAt'] },
    { area: 'outgoingMails', by: 'taskId', columns: ['no', 'kind', 'status', 'mailTo', 'sentAt'] },
    { area: 'officeTasks', by: 'taskId', columns: ['no', 'title', 'assigneeId', 'state', 'dueDate'] },
    { area: 'invoices', by: 'taskId', columns: ['no', 'kind', 'status', 'issueDate', 'gross'] },
    { area: 'offers', by: 'taskId', columns: ['carrierId', 'state', 'price', 'validUntil'] },
    { area: 'stockMoves', by: 'taskId', columns: ['at', 'reason', 'sku', 'qty', 'fromPlace', 'toPlace'] },
    { area: 'scans', by: 'taskId', columns: ['at', 'profile', 'code', 'outcome', 'userId'], audience: 'house' },
  ],
  routes: taskRoutes,
  computed: ['statusSince', 'pieces', 'picked', 'packed', 'shipped', 'received', 'putAway', 'parcelCount', 'allocatedAt'],
  check: editFaults,
  beforeSave: keepAgreed,
  afterSave: followEdit,
  afterRecover: bringBack,
  // Proofs of delivery are referenced by the timeline.
  fileUses: { table: 'task_events', row: 'task_id', file: `payload->>'file'` },
  records: orderRecords,
  masks: [...outMasks, ...inMasks, ...carrierMasks],
});
