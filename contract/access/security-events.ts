import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Instant, Ref } from '../core/fields.ts';

/** Nobody removes younger events, whatever the setting says; server/core/db/row-triggers.sql has the same number. */
export const SECURITY_EVENTS_MIN_DAYS = 90;

/** What is recorded; `rights.changed`, `row.purged` and `events.removed` are written by triggers of the database. */
export const SECURITY_EVENTS = [
  'login.ok',
  'login.failed',
  'login.throttled',
  'logout',
  'totp.failed',
  'totp.on',
  'totp.off',
  'password.changed',
  'reset.asked',
  'reset.done',
  'invitation.made',
  'invitation.used',
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

/** A journal for administrators: who did what, when and from where. No secrets and no data of rows. */
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
