import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Id, Instant, Ref } from '../core/fields.ts';
import { Profile, SOURCES } from './commands.ts';

/** All scans, booked or refused. The table is append-only; the device creates the id (P1). */
export const scans = defineArea({
  name: 'scans',
  fields: {
    deviceId: Id,
    seq: z.int(),
    at: Instant,
    profile: Profile,
    source: z.enum(SOURCES),
    code: z.string(),
    /** The name of the scan command that the station derived. */
    act: z.string(),
    body: z.record(z.string(), z.unknown()),
    outcome: z.enum(['applied', 'refused']),
    why: z.string(),
    params: z.record(z.string(), z.union([z.string(), z.number()])),
    stationId: Ref('stations').nullable(),
    userId: Ref('users').nullable(),
    /** The user who sent the scan, if it was queued by another user. */
    sentBy: Ref('users').nullable(),
    merchantId: Ref('merchants').nullable(),
    taskId: Ref('tasks').nullable(),
    /** The scan that this scan reverses. */
    undoes: Id.nullable(),
  },
  search: ['code'],
  title: ['code'],
  merchant: 'merchantId',
  without: ['create', 'update', 'delete', 'recover', 'purge', 'import'],
  retained: true,
});
