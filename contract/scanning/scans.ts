import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Id, Instant, Ref } from '../core/fields.ts';
import { Profile, SOURCES } from './commands.ts';

/** Every scan the house ever saw, booked or refused: append-only. Its id was made by the device (P1). */
export const scans = defineArea({
  name: 'scans',
  fields: {
    deviceId: Id,
    seq: z.int(),
    at: Instant,
    profile: Profile,
    source: z.enum(SOURCES),
    code: z.string(),
    /** What the station understood. */
    act: z.string(),
    body: z.record(z.string(), z.unknown()),
    outcome: z.enum(['applied', 'refused']),
    why: z.string(),
    params: z.record(z.string(), z.union([z.string(), z.number()])),
    stationId: Ref('stations').nullable(),
    userId: Ref('users').nullable(),
    /** Who was signed in when a queue of somebody else was sent. */
    sentBy: Ref('users').nullable(),
    merchantId: Ref('merchants').nullable(),
    taskId: Ref('tasks').nullable(),
    /** The scan that this one takes back. */
    undoes: Id.nullable(),
  },
  search: ['code'],
  title: ['code'],
  merchant: 'merchantId',
  without: ['create', 'update', 'delete', 'recover', 'purge', 'import'],
  retained: true,
});
