// Public API of this module for other modules.
export { basicCredentials } from './basic-credentials.ts';
export { requireHouseClient } from './client-secret.ts';
export { rowRights } from './read-rights.ts';
export { securityEvent } from './security-log.ts';
