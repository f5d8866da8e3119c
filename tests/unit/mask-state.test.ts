import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Mask } from '#contract/core/mask';
import { FILTER_OPS } from '#contract/core/query';
import { arrange, moved, NO_CHOICE } from '../../src/core/mask/list/columns.ts';
import { backward, forward } from '../../src/core/mask/list/pager.ts';
import { counts, NONE, refreshed, toggled, toggledPage, withRange } from '../../src/core/mask/list/selection.ts';
import { changed, defaultState, readState, writeState } from '../../src/core/mask/list/url-state.ts';

const mask: Mask = {
  key: 'test.list',
  area: 'tests',
  title: 'Tests',
  fields: {
    name: { kind: 'text', label: 'Name' },
    to: { kind: 'text', label: 'To' },
    size: { kind: 'number', label: 'Size' },
    status: { kind: 'status', label: 'Status', options: [] },
  },
  columns: [{ field: 'name', pin: 'left' }, { field: 'to' }, { field: 'size', hidden: true }, { field: 'status' }],
  filters: ['name', 'status'],
  open: [{ field: 'status', op: 'in', value: ['open', 'held'] }],
};

describe('the list state in the URL', () => {
  it('reads back exactly what was written, whatever people search and filter for', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
    const filter = fc.record({
      field: fc.constantFrom('name', 'to', 'size', 'status'),
      op: fc.constantFrom(...FILTER_OPS.filter((op) => op !== 'in')),
      value: text,
    });
    const inFilter = fc.record({
      field: fc.constantFrom('name', 'status'),
      op: fc.constant('in' as const),
      value: fc.array(text, { minLength: 1, maxLength: 25 }),
    });
    const unique = fc.uniqueArray(fc.oneof(filter, inFilter), { selector: (f) => `${f.field}.${f.op}`, maxLength: 6 });
    fc.assert(
      fc.property(
        text,
        unique,
        fc.constantFrom(25, 72, 1000),
        fc.integer({ min: 2, max: 90 }),
        fc.boolean(),
        (search, filters, size, page, back) => {
          const state = { ...defaultState(mask), search, filters, size, sort: '-name', page, cursor: '2026-11-21T10:00:00.000001Z', back };
          expect(readState(new URLSearchParams(writeState(state, mask).toString()), mask)).toEqual(state);
        },
      ),
    );
  });

  it('keeps & # + % and 25 values of one filter', () => {
    const value = Array.from({ length: 25 }, (_, i) => `a&b#c+d%${i} =?`);
    const state = { ...defaultState(mask), filters: [{ field: 'name', op: 'in' as const, value }] };
    const address = new URL(`https://kontor.example/items?${writeState(state, mask)}`);
    expect(readState(address.searchParams, mask).filters).toEqual(state.filters);
  });

  it('leaves the address plain while the list is as the mask begins it', () => {
    expect(writeState(defaultState(mask), mask).toString()).toBe('');
    expect(readState(new URLSearchParams(), mask).filters).toEqual(mask.open);
  });

  it('remembers that the opening filters were taken away', () => {
    const all = writeState(changed(defaultState(mask), { filters: [] }), mask);
    expect(readState(all, mask).filters).toEqual([]);
  });

  it('never uses a parameter that the router takes for its own', () => {
    const state = {
      ...defaultState(mask),
      filters: [{ field: 'to', op: 'eq' as const, value: 'x' }],
      search: 'q',
      sort: 'name',
      size: 50,
      page: 3,
      cursor: 'c',
    };
    for (const key of writeState(state, mask).keys())
      expect(['search', 'to', 'id', 'filters', 'sorters', 'currentPage', 'pageSize', 'current']).not.toContain(key);
  });

  it('ignores filters on fields that the mask does not have, and impossible sizes', () => {
    const state = readState(new URLSearchParams('f.gone=1&f.name=x&size=26&page=-4&o=zz'), mask);
    expect(state).toMatchObject({ filters: [{ field: 'name', op: 'eq', value: 'x' }], size: 25, page: 1, cursor: null });
  });
});

describe('walking the pages', () => {
  it('goes back over the cursors it came by', () => {
    const empty = { identity: 'x', cursors: [] };
    const second = forward(defaultState(mask), empty, 'c1');
    const third = forward(second.state, second.trail, 'c2');
    expect(third.state).toMatchObject({ page: 3, cursor: 'c2' });
    expect(backward(third.state, third.trail, 'first')).toMatchObject({ page: 2, cursor: 'c1', back: false });
    expect(backward(second.state, second.trail, 'first')).toMatchObject({ page: 1, cursor: null });
  });

  it('asks for what lies before the first row when a link was opened in the middle', () => {
    const opened = { ...defaultState(mask), page: 7, cursor: 'c6' };
    expect(backward(opened, { identity: 'x', cursors: [] }, 'row1')).toMatchObject({ page: 6, cursor: 'row1', back: true });
    expect(backward(opened, { identity: 'x', cursors: [] }, null)).toMatchObject({ page: 1, cursor: null });
  });
});

describe('selection over pages', () => {
  const page = (from: number) => Array.from({ length: 3 }, (_, i) => ({ id: `${from + i}`, version: 1 }));
  it('counts what is chosen elsewhere', () => {
    const chosen = toggledPage(toggled(NONE, page(10)[0]!), page(1));
    expect(counts(chosen, page(1))).toEqual({ all: 4, elsewhere: 1 });
    expect(counts(toggledPage(chosen, page(1)), page(1))).toEqual({ all: 1, elsewhere: 1 });
  });
  it('takes a range with shift in either direction', () => {
    const rows = page(1);
    expect([...withRange(NONE, rows, 2, 1).keys()]).toEqual(['2', '3']);
  });
  it('replaces the copies of rows that were read again', () => {
    const [row] = page(1);
    const next = { ...row!, version: 2 };
    expect(refreshed(toggled(NONE, row!), [next]).get('1')).toBe(next);
  });
});

describe('columns', () => {
  it('follows the mask where the reader changed nothing', () => {
    expect(arrange(mask, NO_CHOICE).map((c) => c.field)).toEqual(['name', 'to', 'size', 'status']);
  });
  it('keeps a reader’s order, widths and pins, and shows columns that the mask got later', () => {
    const choice = { order: ['status', 'to'], hidden: { size: false }, widths: { to: 20 }, pins: { status: 'right' as const } };
    const columns = arrange(mask, choice);
    expect(columns.map((c) => c.field)).toEqual(['name', 'to', 'size', 'status']);
    expect(columns.find((c) => c.field === 'to')?.width).toBe(48);
    expect(columns.at(-1)?.pin).toBe('right');
  });
  it('hides what is the same in every row, unless the mask or the reader asks for it', () => {
    const measured = { widths: {}, uniform: new Set(['to', 'size', 'status']) };
    const added: Mask = { ...mask, columns: [{ field: 'name' }, { field: 'to' }, { field: 'size', hidden: false }, { field: 'status' }] };
    const choice = { ...NO_CHOICE, hidden: { status: false } };
    const shown = arrange(added, choice, undefined, measured).filter((c) => !c.hidden);
    expect(shown.map((c) => c.field)).toEqual(['name', 'size', 'status']);
  });
  it('moves a column', () => {
    expect(moved(arrange(mask, NO_CHOICE), 'status', 1)).toEqual(['name', 'status', 'to', 'size']);
  });
});
