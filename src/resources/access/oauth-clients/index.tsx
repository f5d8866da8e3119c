import { registerDialog } from '../../../core/mask/dialogs.ts';
import { registerListHead } from '../../../core/mask/parts.ts';
import { lazyPart } from '../../../providers/chunks.ts';
import { useT } from '../../../providers/i18n.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerDialog(
  'oauthClients.secret',
  lazyPart(async () => (await import('./SecretDialog.tsx')).SecretDialog),
);

/** A note above the list about which scopes are currently in effect, with the text of the form's field. */
function ScopesNote() {
  return <p className="m-quiet m-list-note">{useT()('oauthClients.help.scopes')}</p>;
}
registerListHead('oauthClients', ScopesNote);

export const oauthClients: AreaRoutes = {
  area: 'oauthClients',
  routes: [
    {
      path: '/settings/users/oauth2',
      title: 'menu.oauthClients',
      icon: 'api',
      section: 'settings',
      group: 'access',
      mask: 'sys.oauth2.list',
    },
  ],
};
