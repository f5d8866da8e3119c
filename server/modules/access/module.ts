import type { ServerModule } from '../../core/http/module.ts';
import { classes } from './classes/area.ts';
import { duties } from './duties/area.ts';
import { oauthClients } from './oauth-clients/area.ts';
import { tokenRoute } from './oauth-token.ts';
import { privileges } from './privileges/area.ts';
import { roles } from './roles/area.ts';
import { securityEvents } from './security-events/area.ts';
import { accountRoutes } from './users/account-routes.ts';
import { users } from './users/area.ts';
import { authRoutes } from './users/auth-routes.ts';
import { securityRoutes } from './users/security-routes.ts';
import { totpRoutes } from './users/totp-routes.ts';

/** Accounts, roles, privileges, sign-in and the security log. */
export const accessModule: ServerModule = {
  name: 'access',
  areas: [users, oauthClients, roles, privileges, classes, duties, securityEvents],
  routes: [tokenRoute, authRoutes, accountRoutes, totpRoutes, securityRoutes],
};
