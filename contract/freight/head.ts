import { z } from 'zod';
import { Instant, Line, Ref } from '../core/fields.ts';
import { BLOCKER_KINDS, TASK_STATUS_NAMES } from '../orders/statuses.ts';

/**
 * Fields that a service (container, transport quote, collection) takes from the task with the same id. The task's facts determine the
 * status (domain 3.6).
 */
export const serviceState = {
  no: Line(20),
  status: z.enum(TASK_STATUS_NAMES),
  /** Set once the service was cancelled. */
  cancelReason: Line(500),
  statusSince: Instant,
  blocker: z.enum(BLOCKER_KINDS).nullable(),
  underWayAt: Instant.nullable(),
  arrivedAt: Instant.nullable(),
};
export const SERVICE_STATE = Object.keys(serviceState) as (keyof typeof serviceState)[];

/** The inbound order created for the goods of a service. */
export const inbound = { inboundId: Ref('tasks').nullable() };
