import { oauthClients as area, SCOPES } from '#contract/access/oauth-clients';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { guardRights } from '../guard.ts';
import { revokeTokens } from '../program-tokens.ts';
import { oauthRoutes } from './routes.ts';
import { oauthClients as table } from './table.ts';

const fields = defineFields(area, {
  name: { kind: 'text', sort: true, filter: true, width: 200 },
  clientId: { kind: 'text', mono: true, filter: true, width: 240 },
  merchantId: { kind: 'reference', area: 'merchants', filter: true, width: 180 },
  scopes: {
    kind: 'choices',
    filter: true,
    width: 260,
    help: 'oauthClients.help.scopes',
    options: SCOPES.map((value) => ({ value, label: `oauthClients.scopes.${value.replace('.', '-')}` })),
  },
  redirectUris: { kind: 'tags', width: 260 },
  active: { kind: 'boolean', filter: true, width: 90 },
  lastUsedAt: { kind: 'instant', relative: true, width: 150 },
});

export const oauthClients = defineServerArea({
  area,
  table,
  guard: guardRights('oauthClients'),
  secret: ['secret_hash'],
  // `lastUsedAt` is not audited: a frequently used client would fill the audit log.
  computed: ['lastUsedAt'],
  // Reading a token asks the client as it is now. Its tokens are deleted too, so that switching it on again brings none of them back.
  afterSave: async ({ tx, row, current }) => {
    if (current && (!row.active || row.merchantId !== current.merchantId)) await revokeTokens(tx, row.id);
  },
  onDelete: ({ tx, id }) => revokeTokens(tx, id),
  routes: oauthRoutes,
  masks: [
    defineMask(area, {
      key: 'sys.oauth2.list',
      icon: 'api',
      fields,
      columns: ['name', 'clientId', 'merchantId', 'scopes', 'active', 'lastUsedAt', { field: 'redirectUris', hidden: true }],
      filters: ['name', 'clientId', 'merchantId', 'scopes', 'active'],
      form: { layout: 'drawer', sections: { main: ['name', 'clientId', 'merchantId', 'active'], access: ['scopes', 'redirectUris'] } },
      actions: [
        {
          key: 'secret',
          label: 'oauthClients.actions.secret',
          icon: 'key',
          on: 'row',
          dialog: 'oauthClients.secret',
          privilege: 'oauthClients.update',
        },
      ],
    }),
  ],
});
