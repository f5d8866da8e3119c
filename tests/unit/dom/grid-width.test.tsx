import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import type { Mask } from '#contract/core/mask';
import { arrange, NO_CHOICE } from '../../../src/core/mask/list/columns.ts';
import { Grid } from '../../../src/core/mask/list/Grid.tsx';
import { NONE } from '../../../src/core/mask/list/selection.ts';
import { startI18n } from '../../../src/providers/i18n.ts';

afterEach(cleanup);

const mask: Mask = {
  key: 'test.width',
  area: 'tests',
  title: { en: 'Goods', cn: '货物', de: 'Ware' },
  fields: { name: { kind: 'text', label: { en: 'Name', cn: '名称', de: 'Name' } } },
  columns: [{ field: 'name' }],
  filters: [],
};
const rows = Array.from({ length: 5 }, (_, i) => ({ id: `r${i}`, version: 1, name: `Row ${i}` }));
const columns = arrange(mask, NO_CHOICE);
const nothing = (): void => undefined;

/** Opens the list in a page of this width. Answers how often rows were rendered, and what the first row's columns take. */
function open(width: number, previewed: string | null = null, key = mask.key) {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width);
  const menu = vi.fn(() => null);
  const { unmount } = render(
    <MemoryRouter>
      <Grid
        mask={{ ...mask, key }}
        columns={columns}
        rows={rows}
        total={rows.length}
        label="Goods"
        sort={null}
        onSort={nothing}
        onResize={nothing}
        onMove={nothing}
        selection={NONE}
        onSelection={nothing}
        onOpen={nothing}
        onPick={nothing}
        previewed={previewed}
        menu={menu}
        stale={false}
        instead={null}
        estimate={36}
      />
    </MemoryRouter>,
  );
  const shown = screen.getAllByText(/^Row \d$/).length;
  const isCards = screen.getByText('Row 0').closest('.m-card') !== null;
  unmount();
  return { rendered: menu.mock.calls.length, shown, isCards };
}

it('a list renders each row once, when it opens and when it opens again, and once more if the page is narrower by then', async () => {
  vi.stubGlobal('fetch', async () => new Response('{}', { headers: { 'content-type': 'application/json' } }));
  await startI18n('mask');
  expect(open(900)).toEqual({ rendered: 5, shown: 5, isCards: false });
  expect(open(900)).toEqual({ rendered: 5, shown: 5, isCards: false });
  expect(open(400)).toEqual({ rendered: 10, shown: 5, isCards: true });
});

it('a list that opens beside a preview scrolls to the row that the preview shows', async () => {
  vi.stubGlobal('fetch', async () => new Response('{}', { headers: { 'content-type': 'application/json' } }));
  await startI18n('mask');
  const scrolled: (string | undefined)[] = [];
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function scroll(this: Element) {
    scrolled.push(this instanceof HTMLElement ? this.dataset['index'] : undefined);
  });
  open(900, 'r3', 'test.never-opened');
  expect(scrolled).toEqual(['3']);
});
