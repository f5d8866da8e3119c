import { sql } from 'drizzle-orm';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { baseColumns, instant } from '../../../core/db/columns.ts';

/** Sign-ins, refusals, exports and changed rights (server/modules/access/security-log.ts). Changes of rows are in the audit log. */
export const securityEvents = pgTable(
  'security_events',
  {
    ...baseColumns,
    at: instant().notNull().default(sql`now()`),
    event: text().notNull(),
    userId: uuid(),
    account: text(),
    ip: text(),
    detail: text(),
  },
  (t) => [index('security_events_user').on(t.userId, t.event, t.at), index('security_events_ip').on(t.ip, t.event, t.at)],
);
