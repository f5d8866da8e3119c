import { expect, it } from 'vitest';
import { entryAt, isFlat, type MenuSection } from '../../../src/layout/menu.ts';

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
