import { TASK_STATUS_NAMES, type TaskStatus } from './statuses.ts';

const ARRIVED: readonly TaskStatus[] = ['delivered', 'finish', 'partiallyFinish'];
/** Statuses of an order that a carrier has still to deliver. */
export const UNDELIVERED = TASK_STATUS_NAMES.filter((status) => !ARRIVED.includes(status));
