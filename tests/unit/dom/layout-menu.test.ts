import { expect, it } from 'vitest';
import { entryAt, groupsOf, isFlat, type MenuEntry, type MenuSection } from '../../../src/layout/menu.ts';

const section = (name: MenuSection['section'], ...paths: string[]): MenuSection => ({
  section: name,
  label: name,
  entries: paths.map((path) => ({ path, icon: 'home', label: path })),
});

it('a user with two areas sees two entries without sections; a user with many sees sections', () => {
  const home = section('home', '/home', '/personal/messages');
  expect(isFlat([home, section('carriergate', '/carriergate/orders'), section('tools', '/tools/labels')])).toBe(true);
  const many = Array.from({ length: 9 }, (_, i) => `/wms/${i}`);
  expect(isFlat([home, section('warehouse', ...many)])).toBe(false);
});

it('the current entry is the one with the longest path', () => {
  const menu = [section('warehouse', '/wms/item', '/wms/item/alias')];
  expect(entryAt(menu, '/wms/item/alias/17')).toBe('/wms/item/alias');
  expect(entryAt(menu, '/wms/item/17')).toBe('/wms/item');
  expect(entryAt(menu, '/wms/items')).toBeUndefined();
});

it('a screen without an entry marks that of the screen from which it is reached, if the user has it', () => {
  const menu = [section('finance', '/finance/balances', '/finance/bills')];
  const unlisted = [{ path: '/finance/open-items', under: '/finance/balances' }];
  expect(entryAt(menu, '/finance/open-items', unlisted)).toBe('/finance/balances');
  expect(entryAt(menu, '/finance/open-items/17', unlisted)).toBe('/finance/balances');
  expect(entryAt([section('finance', '/finance/bills')], '/finance/open-items', unlisted)).toBeUndefined();
});

it('the same list under another path marks the entry of that list', () => {
  const list = { title: 'menu.collections', section: 'carriergate', mask: 'collections.list' } as const;
  const screens = [
    { ...list, path: '/2bc/orders' },
    { ...list, path: '/gate/collections' },
    { ...list, path: '/gate/offers', mask: 'offers.list' },
  ];
  const menu = [section('carriergate', '/2bc/orders')];
  expect(entryAt(menu, '/gate/collections/17', screens)).toBe('/2bc/orders');
  expect(entryAt(menu, '/gate/offers', screens)).toBeUndefined();
});

it('a long section lists its screens below headings in a fixed order, a short one as they are', () => {
  const entries = section('accounting', ...Array.from({ length: 9 }, (_, i) => `/accounting/${i}`)).entries.map(
    (entry, i): MenuEntry => ({ ...entry, ...(i === 8 ? {} : { group: i % 2 === 0 ? 'books' : 'billing' }) }),
  );
  expect(groupsOf(entries).map(({ group, entries: own }) => [group, own.length])).toEqual([
    ['', 1],
    ['billing', 4],
    ['books', 4],
  ]);
  expect(groupsOf(entries.slice(0, 8))).toEqual([{ group: '', entries: entries.slice(0, 8) }]);
});
