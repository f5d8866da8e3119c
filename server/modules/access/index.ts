// What other modules may use of this one.
export { requireHouseClient } from './client-secret.ts';
export { securityEvent } from './security-log.ts';
