import { lazy } from 'react';
import { registerDialog } from '../../../core/mask/dialogs.ts';
import { registerListHead } from '../../../core/mask/parts.ts';
import { useT } from '../../../providers/i18n.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerDialog(
  'oauthClients.secret',
  lazy(() => import('./SecretDialog.tsx').then((m) => ({ default: m.SecretDialog }))),
);

/** Says above the list which scopes open a call today, in the words of the form's field. */
function ScopesNote() {
  return <p className="m-quiet m-list-note">{useT()('oauthClients.help.scopes')}</p>;
}
registerListHead('oauthClients', ScopesNote);

export const oauthClients: AreaRoutes = {
  area: 'oauthClients',
  routes: [{ path: '/settings/users/oauth2', title: 'menu.oauthClients', icon: 'api', section: 'settings', mask: 'sys.oauth2.list' }],
};
