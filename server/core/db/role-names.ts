/** Role for statements of merchants' users, restricted by row-level security. It owns nothing and cannot sign in. */
export const TENANT_ROLE = 'kontor_tenant';
/** Role for outside users without a merchant: carriers and suppliers. */
export const EXTERNAL_ROLE = 'kontor_external';
/**
 * The role the application signs in with. It owns no table, so it cannot change triggers, policies or grants
 * (docs/adr/0014-database-roles.md).
 */
export const APP_ROLE = 'kontor_app';
