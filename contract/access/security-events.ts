import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Instant, Ref } from '../core/fields.ts';

/**
 * Events younger than this number of days cannot be removed, whatever the setting. server/core/db/row-triggers.sql uses the same number.
 */
export const SECURITY_EVENTS_MIN_DAYS = 90;

/** Recorded events. Database triggers write `rights.changed`, `row.purged` and `events.removed`. */
export const SECURITY_EVENTS = [
  'login.ok',
  'login.failed',
  'login.throttled',
  'logout',
  'totp.failed',
  'totp.on',
  'totp.off',
  'totp.reset',
  'recovery.made',
  'recovery.used',
  'session.ended',
  'password.changed',
  'reset.asked',
  'reset.done',
  'invitation.made',
  'invitation.used',
  'calendarLink.made',
  'calendarLink.ended',
  'email.asked',
  'email.confirmed',
  'email.cancelled',
  'access.denied',
  'actAs.begin',
  'actAs.end',
  'rights.changed',
  'row.purged',
  'rows.exported',
  'events.removed',
] as const;
export type SecurityEventName = (typeof SECURITY_EVENTS)[number];

/** A log for administrators: who did what, when and from where. It contains no secrets and no row data. */
export const securityEvents = defineArea({
  name: 'securityEvents',
  fields: {
    at: Instant,
    event: z.enum(SECURITY_EVENTS),
    userId: Ref('users').nullable(),
    account: z.string().nullable(),
    ip: z.string().nullable(),
    detail: z.string().nullable(),
  },
  search: ['account', 'ip', 'detail'],
  title: ['event'],
  without: ['create', 'update', 'delete', 'recover', 'purge', 'import'],
  retained: true,
});
