import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import type { Mask } from '#contract/core/mask';
import { useColumns } from '../../../src/core/mask/list/use-columns.ts';
import { setLocale, startI18n } from '../../../src/providers/i18n.ts';

const mask: Mask = {
  key: 'test.measured',
  area: 'tests',
  title: { en: 'Goods', cn: '货物', de: 'Ware' },
  fields: {
    name: { kind: 'text', label: { en: 'Name', cn: '名称', de: 'Name' } },
    sold: { kind: 'number', label: { en: 'Sold', cn: '已售', de: 'Verkauft' } },
  },
  columns: [{ field: 'name' }, { field: 'sold' }],
  filters: [],
};
const page = (sold: number) => Array.from({ length: 5 }, (_, i) => ({ id: `r${i}`, version: 1, name: `Row ${i}`, sold: sold + i }));
const wrapper = ({ children }: { children: ReactNode }) => <MemoryRouter>{children}</MemoryRouter>;

afterEach(cleanup);

it('the texts of rows are measured once, until other rows come or the language changes', async () => {
  vi.stubGlobal('fetch', async () => new Response('{}', { headers: { 'content-type': 'application/json' } }));
  await startI18n('mask');
  const styles = vi.spyOn(window, 'getComputedStyle');
  /** Whoever measures rows asks for the font of figures, which stands at the root. */
  const measured = () => styles.mock.calls.filter(([element]) => element === document.documentElement).length;
  const first = page(1_000_000);
  const open = (rows: ReturnType<typeof page>) => {
    const { result, unmount } = renderHook(() => useColumns(mask, rows), { wrapper });
    const { columns } = result.current;
    unmount();
    return columns;
  };
  const columns = open(first);
  expect(open(first)).toEqual(columns);
  expect(measured()).toBe(1);
  open(page(2_000_000));
  expect(measured()).toBe(2);
  await act(() => setLocale('de', { keep: false }));
  open(first);
  expect(measured()).toBe(3);
});
