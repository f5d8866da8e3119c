import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { MemoryRouter } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import type { ActionSpec, Mask } from '#contract/core/mask';
import type { Condition } from '#contract/core/mask-condition';
import type { Action } from '../../../src/core/mask/list/actions.ts';
import { bulkButtons } from '../../../src/core/mask/list/BulkBar.tsx';
import { arrange, NO_CHOICE } from '../../../src/core/mask/list/columns.ts';
import { Grid } from '../../../src/core/mask/list/Grid.tsx';
import { NONE, type Selection } from '../../../src/core/mask/list/selection.ts';
import { sumsOf } from '../../../src/core/mask/list/totals.ts';
import { startI18n } from '../../../src/providers/i18n.ts';
import { PATIENCE } from '../../support/patience.ts';

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

type HarnessProps = {
  onOpen: () => void;
  onPick: () => void;
  onSort: (sort: string | null) => void;
  many?: number;
  from?: number;
  previewed?: string;
};
function Harness({ onOpen, onPick, onSort, many = 3, from = 0, previewed }: HarnessProps) {
  const [selection, setSelection] = useState<Selection>(NONE);
  return (
    <MemoryRouter>
      <p data-testid="count">{[...selection.keys()].join(',')}</p>
      <Grid
        mask={mask}
        columns={arrange(mask, NO_CHOICE)}
        rows={rows.slice(from, from + many)}
        total={many}
        label="Goods"
        sort={null}
        onSort={onSort}
        onResize={() => undefined}
        onMove={() => undefined}
        selection={selection}
        onSelection={setSelection}
        onOpen={onOpen}
        onPick={onPick}
        previewed={previewed ?? null}
        menu={null}
        stale={false}
        instead={null}
        estimate={36}
      />
    </MemoryRouter>
  );
}

async function draw(more: Partial<HarnessProps> = {}) {
  vi.stubGlobal('fetch', async () => new Response('{}', { headers: { 'content-type': 'application/json' } }));
  await startI18n('mask');
  const onOpen = vi.fn();
  const onPick = vi.fn();
  const onSort = vi.fn();
  const { rerender } = render(<Harness onOpen={onOpen} onPick={onPick} onSort={onSort} {...more} />);
  const redraw = (next: Partial<HarnessProps>) => rerender(<Harness onOpen={onOpen} onPick={onPick} onSort={onSort} {...next} />);
  return { grid: screen.getByRole('grid'), onOpen, onPick, onSort, redraw };
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

  it('stays on its row when a row comes above it, and opens and selects that one', async () => {
    const { grid, onOpen, redraw } = await draw({ from: 1 });
    fireEvent.keyDown(grid, { key: 'ArrowDown' });
    fireEvent.keyDown(grid, { key: 'ArrowDown' });
    redraw({ from: 0 });
    const active = document.getElementById(grid.getAttribute('aria-activedescendant') ?? '');
    expect(active?.textContent).toBe('Row 2');
    fireEvent.keyDown(grid, { key: 'Enter' });
    expect(onOpen).toHaveBeenCalledWith(rows[2]);
    fireEvent.keyDown(grid, { key: ' ' });
    expect(screen.getByTestId('count').textContent).toBe('r2');
    fireEvent.keyDown(grid, { key: 'ArrowUp' });
    fireEvent.keyDown(grid, { key: 'Enter' });
    expect(onOpen).toHaveBeenLastCalledWith(rows[1]);
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

describe('the preview', () => {
  it('is asked for by p, and follows the arrow keys after a moment while it is open', async () => {
    const { grid, onPick } = await draw();
    fireEvent.keyDown(grid, { key: 'ArrowDown' });
    fireEvent.keyDown(grid, { key: 'p' });
    expect(onPick).toHaveBeenCalledWith(rows[0]);
  });

  it('goes on from the previewed row, loads only the row where the keys stop, and leaves Escape to the page', async () => {
    const { grid, onPick } = await draw({ previewed: 'r0' });
    expect(document.querySelector('[aria-current]')?.textContent).toContain('Row 0');
    fireEvent.keyDown(grid, { key: 'ArrowDown' });
    fireEvent.keyDown(grid, { key: 'ArrowDown' });
    await vi.waitFor(() => expect(onPick).toHaveBeenCalledWith(rows[2]), PATIENCE);
    expect(onPick).toHaveBeenCalledTimes(1);
    expect(fireEvent.keyDown(grid, { key: 'Escape' })).toBe(true);
  });
});

describe('the bulk bar', () => {
  const action = (key: string, when?: Condition, print?: string): Action => {
    const spec: ActionSpec = { key, label: key, on: 'bulk', ...(when ? { when } : {}), ...(print ? { print } : {}) };
    return { key, label: key, danger: false, confirm: null, confirmText: null, on: 'bulk', kind: 'mask', spec };
  };
  const never: Condition = { field: 'name', op: 'empty' };
  it('has three buttons at most, printing among them, and what fits only some rows in its menu', () => {
    const all = [action('sheet', undefined, 'packlist'), action('hold'), action('weigh', never), action('pick'), action('cancel')];
    const { print, buttons, menu } = bulkButtons(all, rows.slice(0, 2));
    expect(print).toBe(true);
    expect([buttons.map(({ key }) => key), menu.map(({ key }) => key)]).toEqual([
      ['hold', 'pick'],
      ['weigh', 'cancel'],
    ]);
  });
  it('sums what is selected', () => {
    expect(sumsOf(['price'], rows.slice(0, 4))).toEqual({ price: 600 });
  });
});

describe('the grid by pointer', () => {
  it('a click picks a row, but not when its checkbox is meant; a double click opens it', async () => {
    const { onOpen, onPick } = await draw();
    const [, first, , third] = screen.getAllByRole('checkbox');
    fireEvent.click(first!);
    fireEvent.click(third!, { shiftKey: true });
    expect(onPick).not.toHaveBeenCalled();
    expect(screen.getByTestId('count').textContent).toBe('r0,r1,r2');
    fireEvent.click(screen.getByText('Row 2'));
    expect(onPick).toHaveBeenCalledWith(rows[2]);
    expect(onOpen).not.toHaveBeenCalled();
    fireEvent.doubleClick(screen.getByText('Row 2'));
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
