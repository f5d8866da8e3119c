import { afterEach, expect, it } from 'vitest';
import { recordActions } from '../../../src/core/palette/entries.ts';
import { type AreaRoutes, registerRoutes } from '../../../src/providers/routes.ts';
import { useUserStore } from '../../../src/providers/user.ts';

const area = (name: string): AreaRoutes => ({
  area: name,
  routes: [{ path: `/${name}`, title: name, icon: 'home', section: 'warehouse', mask: `${name}.list` }],
});
const hit = (name: string, id: string, title: string, subtitle = '') => ({ area: name, id, title, subtitle });
const nobody = useUserStore.getState();
afterEach(() => {
  registerRoutes([]);
  useUserStore.setState(nobody);
});

it('a search names a record once, with the screens on which it was found below it', () => {
  registerRoutes(['items', 'balances', 'moves'].map(area));
  useUserStore.setState({ privileges: new Set(['items.read', 'balances.read', 'moves.read']), routes: ['/items', '/balances', '/moves'] });
  const opened: string[] = [];
  const actions = recordActions(
    [
      hit('items', '1', 'TEE-EARL · Earl Grey'),
      hit('balances', '2', 'TEE-EARL · 01-01-A'),
      hit('balances', '3', 'TEE-EARL · PACK-1'),
      hit('moves', '4', 'TEE-EARL'),
      hit('moves', '5', 'TEE-EARL'),
      hit('items', '6', 'TEE-EARL-500'),
      hit('secrets', '7', 'TEE-EARL'),
    ],
    (key) => key,
    (path) => opened.push(path),
  );
  expect(actions.map(({ name }) => name)).toEqual(['TEE-EARL · Earl Grey', 'menu.balances', 'menu.moves', 'TEE-EARL-500']);
  for (const action of actions) action.perform?.({} as never);
  expect(opened).toEqual(['/items/1', '/balances?q=TEE-EARL', '/moves?q=TEE-EARL', '/items/6']);
});

it('two records of one area with the same name are both named', () => {
  registerRoutes([area('customers')]);
  useUserStore.setState({ privileges: new Set(['customers.read']), routes: ['/customers'] });
  const actions = recordActions(
    [hit('customers', '1', 'Hans Beispiel', 'Kiel'), hit('customers', '2', 'Hans Beispiel', 'Ulm')],
    (key) => key,
    () => undefined,
  );
  expect(actions.map(({ subtitle }) => subtitle)).toEqual(['menu.customers · Kiel', 'menu.customers · Ulm']);
});
