import { z } from 'zod';
import { Instant, Line, Ref } from '../core/fields.ts';
import { BLOCKER_KINDS, TASK_STATUS_NAMES } from '../orders/statuses.ts';

/** What a service (container, transport quote, collection) has from the task whose id it shares: facts change there, the status follows (domain 3.6). */
export const serviceState = {
  no: Line(20),
  status: z.enum(TASK_STATUS_NAMES),
  /** Filled once it was cancelled. */
  cancelReason: Line(500),
  statusSince: Instant,
  blocker: z.enum(BLOCKER_KINDS).nullable(),
  underWayAt: Instant.nullable(),
  arrivedAt: Instant.nullable(),
};
export const SERVICE_STATE = Object.keys(serviceState) as (keyof typeof serviceState)[];

/** The order that the goods of a service came in with, once it was made. */
export const inbound = { inboundId: Ref('tasks').nullable() };
