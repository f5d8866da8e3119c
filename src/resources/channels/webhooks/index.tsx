import { registerDialog } from '../../../core/mask/dialogs.ts';
import { lazyPart } from '../../../providers/chunks.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerDialog(
  'webhooks.secret',
  lazyPart(async () => (await import('./SecretDialog.tsx')).SecretDialog),
);

export const webhooks: AreaRoutes = {
  area: 'webhooks',
  routes: [
    { path: '/eEP/webhooks', title: 'menu.webhooks', icon: 'api', section: 'employee', mask: 'm4t.webhook.list' },
    { path: '/mEP/webhooks', title: 'menu.webhooks', icon: 'api', section: 'merchant', mask: 'mEP.webhook.list' },
  ],
};
