// Public API of this module for other modules.
export { requireHouseClient } from './client-secret.ts';
export { rowRights } from './read-rights.ts';
export { securityEvent } from './security-log.ts';
