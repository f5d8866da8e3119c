import { afterEach, expect, it } from 'vitest';
import { recordActions } from '../../../src/core/palette/entries.ts';
import { type AppRoute, registerRoutes } from '../../../src/providers/routes.ts';
import { useUserStore } from '../../../src/providers/user.ts';

const route = (path: string, section: AppRoute['section'], mask: string): AppRoute => ({ path, title: path, icon: 'home', section, mask });
const nobody = useUserStore.getState();
afterEach(() => {
  registerRoutes([]);
  useUserStore.setState(nobody);
});

it('a search names a record once, with the other screens that show it below', () => {
  registerRoutes([
    {
      area: 'items',
      routes: [
        route('/wms/item', 'warehouse', 'wms.item.list'),
        route('/mEP/item', 'merchant', 'mEP.item.list'),
        route('/x', 'tools', 'x'),
      ],
    },
  ]);
  useUserStore.setState({ privileges: new Set(['items.read']), routes: ['/wms/item', '/mEP/item'] });
  const opened: string[] = [];
  const hit = { area: 'items', id: '7', title: 'SKU-007', subtitle: 'Queso' };
  const actions = recordActions(
    [hit, hit],
    (key) => key,
    (path) => opened.push(path),
  );
  expect(actions.map(({ name, subtitle }) => `${name} | ${subtitle}`)).toEqual([
    'SKU-007 | menu.items · Queso',
    '/mEP/item | menu.sections.merchant',
  ]);
  for (const action of actions) action.perform?.({} as never);
  expect(opened).toEqual(['/wms/item/7', '/mEP/item/7']);
});
