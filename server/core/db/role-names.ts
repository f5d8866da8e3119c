/** Statements of users who belong to a merchant run as this role, bound by row-level security. It owns nothing and cannot sign in. */
export const TENANT_ROLE = 'kontor_tenant';
/** The same for outside users without a merchant: carriers and suppliers. */
export const EXTERNAL_ROLE = 'kontor_external';
/** What the application signs in as. It owns no table, so it can change no trigger, policy or grant (docs/adr/0014-database-roles.md). */
export const APP_ROLE = 'kontor_app';
