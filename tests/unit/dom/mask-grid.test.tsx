import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { MemoryRouter } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import type { Mask } from '#contract/core/mask';
import { arrange, NO_CHOICE } from '../../../src/core/mask/list/columns.ts';
import { Grid } from '../../../src/core/mask/list/Grid.tsx';
import { NONE, type Selection } from '../../../src/core/mask/list/selection.ts';
import { startI18n } from '../../../src/providers/i18n.ts';

const mask: Mask = {
  key: 'test.list',
  area: 'tests',
  title: { en: 'Goods', cn: '货物', de: 'Ware' },
  fields: {
    name: { kind: 'text', label: { en: 'Name', cn: '名称', de: 'Name' }, sort: true },
    price: { kind: 'money', label: { en: 'Price', cn: '价格', de: 'Preis' }, currency: 'EUR' },
    alien: { kind: 'hologram', label: { en: 'Alien', cn: 'x', de: 'x' } } as never,
  },
  columns: [{ field: 'name' }, { field: 'price' }, { field: 'alien' }],
  filters: [],
};
const rows = Array.from({ length: 30 }, (_, i) => ({ id: `r${i}`, version: 1, name: `Row ${i}`, price: i * 100, alien: {} }));

function Harness({ onOpen, onSort, many = 3 }: { onOpen: () => void; onSort: (sort: string | null) => void; many?: number }) {
  const [selection, setSelection] = useState<Selection>(NONE);
  return (
    <MemoryRouter>
      <p data-testid="count">{[...selection.keys()].join(',')}</p>
      <Grid
        mask={mask}
        columns={arrange(mask, NO_CHOICE)}
        rows={rows.slice(0, many)}
        total={many}
        label="Goods"
        sort={null}
        onSort={onSort}
        onResize={() => undefined}
        onMove={() => undefined}
        selection={selection}
        onSelection={setSelection}
        onOpen={onOpen}
        menu={null}
        stale={false}
        instead={null}
        estimate={36}
      />
    </MemoryRouter>
  );
}

async function draw(many?: number) {
  vi.stubGlobal('fetch', async () => new Response('{}', { headers: { 'content-type': 'application/json' } }));
  await startI18n('mask');
  const onOpen = vi.fn();
  const onSort = vi.fn();
  render(<Harness onOpen={onOpen} onSort={onSort} {...(many ? { many } : {})} />);
  return { grid: screen.getByRole('grid'), onOpen, onSort };
}

describe('the grid by keyboard', () => {
  it('walks with arrows, opens with Enter, selects with Space', async () => {
    const { grid, onOpen } = await draw();
    fireEvent.keyDown(grid, { key: 'ArrowDown' });
    fireEvent.keyDown(grid, { key: 'ArrowDown' });
    const active = document.getElementById(grid.getAttribute('aria-activedescendant') ?? '');
    expect(active?.textContent).toBe('Row 1');
    fireEvent.keyDown(grid, { key: 'Enter' });
    expect(onOpen).toHaveBeenCalledWith(rows[1]);
    fireEvent.keyDown(grid, { key: ' ' });
    expect(screen.getByTestId('count').textContent).toBe('r1');
  });

  it('extends the selection with shift and takes the page with Ctrl-A', async () => {
    const { grid } = await draw();
    fireEvent.keyDown(grid, { key: 'ArrowDown' });
    fireEvent.keyDown(grid, { key: 'ArrowDown', shiftKey: true });
    expect(screen.getByTestId('count').textContent).toBe('r0,r1');
    fireEvent.keyDown(grid, { key: 'Escape' });
    expect(screen.getByTestId('count').textContent).toBe('');
    fireEvent.keyDown(grid, { key: 'a', ctrlKey: true });
    expect(screen.getByTestId('count').textContent).toBe('r0,r1,r2');
  });

  it('leaves keys alone that were meant for a control inside', async () => {
    await draw();
    const [, first] = screen.getAllByRole('checkbox');
    fireEvent.keyDown(first!, { key: ' ' });
    expect(screen.getByTestId('count').textContent).toBe('');
  });
});

describe('the grid by pointer', () => {
  it('opens a row, but not when its checkbox is meant', async () => {
    const { onOpen } = await draw();
    const [, first, , third] = screen.getAllByRole('checkbox');
    fireEvent.click(first!);
    fireEvent.click(third!, { shiftKey: true });
    expect(onOpen).not.toHaveBeenCalled();
    expect(screen.getByTestId('count').textContent).toBe('r0,r1,r2');
    fireEvent.click(screen.getByText('Row 2'));
    expect(onOpen).toHaveBeenCalledWith(rows[2]);
  });

  it('sorts up, and says how it is sorted', async () => {
    const { onSort } = await draw();
    fireEvent.click(screen.getByRole('button', { name: /Name/ }));
    expect(onSort).toHaveBeenCalledWith('name');
    expect(screen.getByRole('columnheader', { name: /Name/ }).getAttribute('aria-sort')).toBe('none');
  });

  it('shows a field kind that it does not know without breaking the others', async () => {
    await draw();
    expect(screen.getAllByText('unsupported')).toHaveLength(3);
    expect(screen.getByText('€2.00')).toBeTruthy();
  });
});
