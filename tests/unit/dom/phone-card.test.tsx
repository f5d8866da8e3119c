/** Rows of a list on a phone, and what a record leaves out because its heading says it. */
import { readFileSync } from 'node:fs';
import { render } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { addDays, houseToday } from '#contract/core/house-day';
import type { Mask } from '#contract/core/mask';
import { useFields } from '../../../src/core/mask/field-context.ts';
import type { Row } from '../../../src/core/mask/kinds/kind.ts';
import { Cell } from '../../../src/core/mask/kinds/registry.tsx';
import { CardCell } from '../../../src/core/mask/list/CardCell.tsx';
import { arrange, NO_CHOICE } from '../../../src/core/mask/list/columns.ts';
import { layoutOf } from '../../../src/core/mask/list/layout.ts';
import { repeatsTitle } from '../../../src/core/mask/record/says-nothing.ts';
import { setLocale, startI18n } from '../../../src/providers/i18n.ts';

const mask: Mask = {
  key: 'test.list',
  area: 'tests',
  title: 'Parcels',
  fields: {
    at: { kind: 'instant', label: 'Handed over at' },
    no: { kind: 'barcode', label: 'Parcel' },
    order: { kind: 'text', label: 'Order' },
    weight: { kind: 'number', label: 'Weight' },
  },
  columns: ['at', 'no', 'order', 'weight'].map((field) => ({ field })),
  filters: [],
};
const quotes: Mask = {
  ...mask,
  fields: { no: { kind: 'text', label: 'No.' }, weight: { kind: 'number', label: 'Weight that is charged' } },
  columns: [{ field: 'no' }, { field: 'weight' }],
};

/** Rows that are named by their day alone. */
const quotesOfDays: Mask = {
  ...mask,
  fields: { day: { kind: 'date', label: 'Day' }, weight: { kind: 'number', label: 'Weight' } },
  columns: [{ field: 'day' }, { field: 'weight' }],
};

function Card({ of, row }: { of: Mask; row: Row }) {
  const field = useFields();
  const layout = layoutOf(arrange(of, NO_CHOICE), 358, { select: false, menu: false });
  const none = () => undefined;
  return (
    <CardCell
      mask={of}
      layout={layout}
      row={row}
      index={0}
      gridId="grid"
      selected={false}
      active={null}
      current={false}
      expanded={false}
      selectable={false}
      field={field}
      texts={{ select: '', more: '', actions: '' }}
      onSelect={none}
      onRow={none}
      onOpen={none}
      onExpand={none}
      menu={null}
    />
  );
}

function Terms({ days }: { days: number }) {
  const field = useFields();
  return <Cell value={days} field={field('paymentDays', { kind: 'number', unit: 'd', label: 'Terms' }, {})} />;
}

/** The lines of the card. */
function linesOf(of: Mask, row: Row): string[] {
  const { container } = render(<Card of={of} row={row} />, { wrapper: MemoryRouter });
  return [...container.querySelectorAll('p')].map(({ textContent }) => textContent);
}

beforeAll(async () => {
  const texts = readFileSync('public/locales/en/mask.json', 'utf8');
  vi.stubGlobal('fetch', async () => new Response(texts, { headers: { 'content-type': 'application/json' } }));
  await startI18n('mask');
});

describe('a row on a phone', () => {
  it('of a log has the first part of its title beside the date, and a long code below, where it is whole', () => {
    const row = { id: 'a', rowTitle: 'P-1 · 00340434000000064675', at: '2026-11-27T15:55:00.000Z', no: 'P-1', order: 'O-7', weight: null };
    const [first, second] = linesOf(mask, row);
    expect(first).toMatch(/^P-1.*27/);
    expect(second).toBe('00340434000000064675 · O-7');
  });

  it('shows a figure with a long label below the name, so that neither is cut', () => {
    expect(linesOf(quotes, { id: 'a', rowTitle: 'Q-16431', no: 'Q-16431', weight: 1400 })).toEqual([
      'Q-16431 · Weight that is charged 1,400',
    ]);
    expect(linesOf(quotes, { id: 'b', rowTitle: 'Speicherhof Immobilien', no: 'Speicherhof Immobilien', weight: 1400 })).toEqual([
      'Speicherhof Immobilien',
      'Weight that is charged 1,400',
    ]);
  });
});

describe('a row with a way', () => {
  const transports: Mask = {
    ...mask,
    fields: { no: { kind: 'text', label: 'No.' }, from: { kind: 'address', label: 'From' }, to: { kind: 'address', label: 'To' } },
    columns: [{ field: 'no' }, { field: 'from' }, { field: 'to' }],
    ends: { from: 'from', to: 'to', by: 'arrow' },
  };
  const place = (name1: string) => ({ name1, name2: '', city: '', country: '' });

  it('leaves out an address without a word', () => {
    const row = { id: 'a', rowTitle: 'TL-1', no: 'TL-1', to: place('Casa Bonita') };
    expect(linesOf(transports, { ...row, from: place('House') })).toEqual(['TL-1', 'House → Casa Bonita']);
    expect(linesOf(transports, { ...row, from: place('') })).toEqual(['TL-1', '→ Casa Bonita']);
  });
});

describe('a row with sentences', () => {
  const disputes: Mask = {
    ...mask,
    fields: {
      no: { kind: 'text', label: 'No.' },
      reason: { kind: 'text', label: 'Reason' },
      answer: { kind: 'text', label: 'Answer' },
    },
    columns: [{ field: 'no' }, { field: 'reason', wraps: true }, { field: 'answer', wraps: true }],
  };
  const row = { id: 'a', rowTitle: 'RK-1', no: 'RK-1', reason: 'Two pieces, not three.', answer: '' };

  it('has a paragraph for each, with its label where there are several', () => {
    expect(linesOf(disputes, row)).toEqual(['RK-1', 'Two pieces, not three.']);
    expect(linesOf(disputes, { ...row, answer: 'You are right.' })).toEqual([
      'RK-1',
      'Reason: Two pieces, not three.',
      'Answer: You are right.',
    ]);
  });
});

describe('a row whose mask names the fields of a card', () => {
  const option = (value: string, meaning: 'done' | 'stop') => ({ value, label: value, meaning });
  const shifts: Mask = {
    ...mask,
    fields: {
      day: { kind: 'date', label: 'Day' },
      person: { kind: 'text', label: 'Person' },
      startAt: { kind: 'instant', label: 'Start' },
      endAt: { kind: 'instant', label: 'End' },
      hours: { kind: 'status', label: 'Working time', options: [option('in order', 'done'), option('over 10 hours', 'stop')] },
    },
    columns: ['day', 'person', 'startAt', 'endAt', 'hours'].map((field) => ({ field })),
    card: ['startAt', 'endAt', 'hours'],
  };
  const shift = (hours: string) => ({
    id: 'a',
    rowTitle: 'Ann · 2026-11-27',
    day: '2026-11-27',
    person: 'Ann',
    startAt: '2026-11-27T08:02:00',
    endAt: '2026-11-27T19:10:00',
    hours,
  });

  it('shows times without the day that stands beside its name, and a status only if something is wrong', () => {
    expect(linesOf(shifts, shift('over 10 hours'))).toEqual(['Ann2026-11-27', '08:02 · 19:10 · over 10 hours']);
    expect(linesOf(shifts, shift('in order'))[1]).toBe('08:02 · 19:10');
  });

  it('says a day once, and a name whose parts its title says once', () => {
    const requests: Mask = {
      ...shifts,
      fields: { person: { kind: 'text', label: 'Person' }, from: { kind: 'date', label: 'From' }, to: { kind: 'date', label: 'To' } },
      columns: ['person', 'from', 'to'].map((field) => ({ field })),
      card: ['from', 'to'],
    };
    const row = { id: 'a', rowTitle: 'Ann', person: 'Ann', from: '2026-12-18', to: '2026-12-31' };
    expect(linesOf(requests, row)).toEqual(['Ann', '2026-12-18 · 2026-12-31']);
    const named = { id: 'a', rowTitle: 'SHIP · Parcel carriage · 2026-11-27', at: '2026-11-27', no: null, order: 'SHIP · Parcel carriage' };
    expect(linesOf(mask, named)[1]).toBe('Parcel carriage');
  });

  it('says a day once in German too, where a title writes it in another way than the row', async () => {
    await setLocale('de', { keep: false });
    const lines = linesOf(shifts, { ...shift('in order'), rowTitle: 'Ann · 27.11.2026' });
    const [rate] = linesOf(quotesOfDays, { id: 'r', rowTitle: '01.07.2026', day: '2026-07-01', weight: 2 });
    await setLocale('en', { keep: false });
    expect(lines).toEqual(['Ann27.11.2026', '08:02 · 19:10']);
    expect(rate).toBe('01.07.2026 · Weight 2');
  });

  it('joins the two ends of a time by a dash, and of a way by an arrow, which says of a single one which it is', () => {
    expect(linesOf({ ...shifts, ends: { from: 'startAt', to: 'endAt', by: 'dash' } }, shift('in order'))[1]).toBe('08:02 – 19:10');
    const moves: Mask = {
      ...mask,
      fields: { sku: { kind: 'text', label: 'SKU' }, from: { kind: 'text', label: 'From' }, to: { kind: 'text', label: 'To' } },
      columns: ['sku', 'from', 'to'].map((field) => ({ field })),
      card: ['from', 'to'],
      ends: { from: 'from', to: 'to', by: 'arrow' },
    };
    const move = { id: 'a', rowTitle: 'TEA', sku: 'TEA', from: 'DOCK-1', to: '04-02-B' };
    expect(linesOf(moves, move)).toEqual(['TEA', 'DOCK-1 → 04-02-B']);
    expect(linesOf(moves, { ...move, from: '' })[1]).toBe('→ 04-02-B');
    expect(linesOf(moves, { ...move, to: '' })[1]).toBe('DOCK-1 →');
  });
});

describe('an order on a phone', () => {
  const orders: Mask = {
    ...mask,
    fields: {
      no: { kind: 'text', label: 'No.' },
      carrier: { kind: 'text', label: 'Carrier' },
      cutOffAt: { kind: 'instant', label: 'Cut-off' },
      orderedAt: { kind: 'instant', label: 'Ordered at' },
    },
    columns: [{ field: 'no' }, { field: 'orderedAt' }],
    cardEnd: ['carrier', 'cutOffAt'],
  };
  const order = { id: 'a', rowTitle: 'O-1', no: 'O-1', orderedAt: '2026-11-01T08:00:00' };

  it('says at its right who takes it: today by the time, on another day by the day', () => {
    const today = new Date();
    today.setHours(16, 30);
    expect(linesOf(orders, { ...order, carrier: 'DHL', cutOffAt: today.toISOString() })[0]).toBe('O-1DHL 16:30');
    expect(linesOf(orders, { ...order, carrier: 'DHL', cutOffAt: '2019-11-29T16:30:00' })[0]).toBe('O-1DHL Fri, 29 Nov 2019');
  });

  it('moves its figure to a line of its own, rather than cutting its number', () => {
    const counted: Mask = {
      ...orders,
      fields: { ...orders.fields, parcels: { kind: 'number', label: 'Parcels' } },
      columns: [{ field: 'no' }, { field: 'parcels' }],
    };
    const row = { ...order, no: 'O-10048', rowTitle: 'O-10048', parcels: 3, cutOffAt: '2019-11-29T16:30:00' };
    expect(linesOf(counted, { ...row, carrier: 'DHL' })).toHaveLength(1);
    expect(linesOf(counted, { ...row, carrier: 'UPS Standard by land' })[0]).toBe('O-10048UPS Standard by land Fri, 29 Nov 2019');
  });

  it('says its date if nobody takes it yet', () => {
    expect(linesOf(orders, { ...order, carrier: '', cutOffAt: null })[0]).toMatch(/^O-12026-11-01/);
  });
});

describe('a document on a phone', () => {
  const documents: Mask = {
    ...mask,
    fields: {
      no: { kind: 'text', label: 'No.' },
      dueDate: { kind: 'date', label: 'Due date' },
      overdue: { kind: 'boolean', label: 'Overdue', pastDue: 'dueDate' },
    },
    columns: [{ field: 'no' }, { field: 'dueDate' }, { field: 'overdue' }],
  };
  const lines = (overdue: boolean, dueDate: string) =>
    linesOf(documents, { id: 'a', rowTitle: 'E-1', no: 'E-1', dueDate, overdue }).map((line) => line.trim());

  it('says in words how long it is overdue, and nothing while it is not', () => {
    const due = addDays(houseToday(), -3);
    expect(lines(true, due)).toEqual([`E-1${due}`, '3 days overdue']);
    expect(lines(true, addDays(houseToday(), -1)).at(-1)).toBe('1 day overdue');
    expect(lines(false, houseToday())).toEqual([`E-1${houseToday()}`]);
  });
});

describe('a record', () => {
  const text = { kind: 'text', label: 'Task' } as const;

  it('says days in words', () => {
    const shown = (days: number) => render(<Terms days={days} />, { wrapper: MemoryRouter }).container.textContent;
    expect([shown(1), shown(14)]).toEqual(['1 day', '14 days']);
  });

  it('leaves out a text that its heading says', () => {
    const row = { id: 'a', rowTitle: 'OT-906 · Count hall P' };
    expect(repeatsTitle(text, 'Count hall P', row)).toBe(true);
    expect(repeatsTitle(text, 'OT-906', row)).toBe(true);
    expect(repeatsTitle(text, 'Count hall', row)).toBe(false);
    expect(repeatsTitle({ kind: 'number', label: 'Pieces' }, 906, row)).toBe(false);
  });

  it('shows a text that a long heading may cut', () => {
    const long = 'Send the customs papers of the container to the forwarder in Bremerhaven';
    expect(repeatsTitle(text, long, { id: 'a', rowTitle: long })).toBe(false);
  });
});
