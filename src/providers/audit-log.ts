import type { AuditLogProvider } from '@refinedev/core';
import { rowPath } from './data.ts';
import { call } from './http.ts';

/**
 * refine's audit-log provider for the log that the database writes itself (trigger `audit`). It only reads: entries are never added or
 * changed from here.
 */
export const auditLogProvider: AuditLogProvider = {
  get: ({ resource, meta }) => call('GET', `${rowPath(resource, String(meta?.['id']))}/history`),
  create: () => Promise.resolve(),
  update: () => Promise.reject(new Error('entries of the audit log are never changed')),
};
