import { describe, expect, it } from 'vitest';
import { forOutsiders } from '#contract/core/audience';
import { type Mask } from '#contract/core/mask';
import { maskFaults } from '#contract/core/mask-faults';
import { AREAS } from '../../server/modules/index.ts';
import { differences } from '../../src/core/mask/editor/diff.ts';
import { withField } from '../../src/core/mask/list/filter-text.ts';
import { gridCommand } from '../../src/core/mask/list/grid-keys.ts';
import { EDGE, layoutOf } from '../../src/core/mask/list/layout.ts';
import { createFormStore, current, isDirty } from '../../src/core/mask/record/form-store.ts';
import { rowSpans, spanOf } from '../../src/core/mask/record/spans.ts';
import { cutOf, isOwner, startDates, startOf } from '../../src/core/mask/record/start-values.ts';
import { formFaults, inFormOrder } from '../../src/core/mask/record/validate.ts';
import { dateFilters, readSheetQuery } from '../../src/core/mask/sheet/sheet-query.ts';

const base = { id: '1', version: 3, name: 'Chai', price: 100, tags: ['cold'] };

describe('a form', () => {
  it('holds only what differs from the row', () => {
    const store = createFormStore(base);
    store.set('name', 'Chang');
    store.set('tags', ['cold']);
    expect(store.get().changes).toEqual({ name: 'Chang' });
    store.set('name', 'Chai');
    expect(isDirty(store.get())).toBe(false);
  });

  it('treats emptied and never filled alike', () => {
    const store = createFormStore({ ...base, remark: null });
    store.set('remark', '');
    expect(isDirty(store.get())).toBe(false);
  });

  it('keeps text that is no value yet, and lets it go once it is one', () => {
    const store = createFormStore(base);
    store.setUnread('price', { text: '12,', rule: 'number' });
    expect(isDirty(store.get())).toBe(true);
    store.set('price', 1200);
    expect(store.get().unread).toEqual({});
    expect(current(store.get())['price']).toBe(1200);
  });

  it('forgets a fault when its field is corrected, also one inside a field', () => {
    const store = createFormStore(base);
    store.setErrors([
      { path: 'name', rule: 'required' },
      { path: 'address.zip', rule: 'required' },
    ]);
    store.set('address', { zip: '10115' });
    expect(store.get().errors.map((e) => e.path)).toEqual(['name']);
  });
});

describe('two people at one record', () => {
  it('takes over what only the other one changed', () => {
    const store = createFormStore(base);
    store.set('name', 'Chang');
    store.rebase({ ...base, version: 4, price: 200 });
    expect(store.get().conflicts).toEqual([]);
    expect(current(store.get())).toMatchObject({ name: 'Chang', price: 200, version: 4 });
  });

  it('asks about what both changed, and loses neither value until the choice is made', () => {
    const store = createFormStore(base);
    store.set('name', 'Chang');
    store.set('price', 300);
    store.rebase({ ...base, version: 4, name: 'Chartreuse', price: 300 });
    expect(store.get().conflicts).toEqual([{ field: 'name', base: 'Chai', mine: 'Chang', theirs: 'Chartreuse' }]);
    expect(store.get().changes).toEqual({ name: 'Chang' });
    store.settle('name', 'theirs');
    expect(current(store.get())['name']).toBe('Chartreuse');
    expect(isDirty(store.get())).toBe(false);
  });

  it('keeps mine when I say so', () => {
    const store = createFormStore(base);
    store.set('name', 'Chang');
    store.rebase({ ...base, version: 4, name: 'Chartreuse' });
    store.settle('name', 'mine');
    expect(store.get()).toMatchObject({ changes: { name: 'Chang' }, conflicts: [] });
  });
});

const mask: Mask = {
  key: 'test.form',
  area: 'tests',
  title: 'x',
  fields: {
    kind: { kind: 'text', label: 'x', required: true },
    serial: { kind: 'text', label: 'x', required: true, when: { field: 'kind', op: 'eq', value: 'full' } },
    count: { kind: 'number', label: 'x', min: 1, max: 5 },
    made: { kind: 'text', label: 'x', required: true, readOnly: true },
    code: { kind: 'text', label: 'x', required: true, createOnly: true },
  },
  columns: [{ field: 'kind' }],
  filters: [],
  form: { layout: 'page', sections: [{ key: 'a', label: 'x', fields: ['kind', 'serial', 'count', 'made', 'code'] }] },
};

describe('rules before saving', () => {
  const faults = (row: Record<string, unknown>, mode: 'new' | 'edit') =>
    formFaults(mask, mask.form?.sections ?? [], row, mode).map((f) => `${f.path}:${f.rule}`);
  it('asks for a dependent field only while its condition holds', () => {
    expect(faults({ kind: 'none', code: 'c' }, 'new')).toEqual([]);
    expect(faults({ kind: 'full', code: 'c' }, 'new')).toEqual(['serial:required']);
  });
  it('leaves alone what this form cannot write', () => {
    expect(faults({ kind: '' }, 'edit')).toEqual(['kind:required']);
    expect(faults({ kind: 'x' }, 'new')).toEqual(['code:required']);
  });
  it('names limits', () => {
    expect(faults({ kind: 'x', count: 9 }, 'edit')).toEqual(['count:tooBig']);
  });
  it('names faults in the order of the form, whoever found them', () => {
    const sections = [{ fields: ['name', 'lines'] }, { fields: ['email'] }];
    const found = ['email', 'elsewhere', 'lines.2.qty', 'name', 'lines.0.qty'].map((path) => ({ path, rule: 'format' }));
    expect(inFormOrder(sections, found).map(({ path }) => path)).toEqual(['name', 'lines.2.qty', 'lines.0.qty', 'email', 'elsewhere']);
  });
});

describe('keys in a grid', () => {
  const size = { rows: 25, columns: 4, page: 10 };
  const key = (name: string, more = {}) => ({ key: name, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...more });
  it('walks, and stops at the edges', () => {
    expect(gridCommand(key('ArrowDown'), { row: -1, column: 0 }, size)).toMatchObject({ to: { row: 0, column: 0 } });
    expect(gridCommand(key('ArrowUp'), { row: 0, column: 0 }, size)).toMatchObject({ to: { row: 0, column: 0 } });
    expect(gridCommand(key('ArrowRight'), { row: 3, column: 3 }, size)).toMatchObject({ to: { row: 3, column: 3 } });
    expect(gridCommand(key('PageDown'), { row: 20, column: 1 }, size)).toMatchObject({ to: { row: 24, column: 1 } });
    expect(gridCommand(key('End', { ctrlKey: true }), { row: 2, column: 1 }, size)).toMatchObject({ to: { row: 24, column: 3 } });
  });
  it('opens, selects, selects all, and leaves other keys to the page', () => {
    const at = { row: 1, column: 1 };
    expect(gridCommand(key('Enter'), at, size)).toEqual({ kind: 'open' });
    expect(gridCommand(key(' '), at, size)).toEqual({ kind: 'select' });
    expect(gridCommand(key('a', { ctrlKey: true }), at, size)).toEqual({ kind: 'selectPage' });
    expect(gridCommand(key('n'), at, size)).toBeNull();
    expect(gridCommand(key('ArrowLeft', { altKey: true }), at, size)).toBeNull();
  });
});

describe('room for columns', () => {
  const column = (field: string, width: number, rigid = false) => ({ field, width, pin: null, hidden: false, rigid });
  const columns = [column('a', 200), column('b', 200), column('c', 200, true)];
  const widths = (template: string) => [...template.matchAll(/minmax\(0,([\d.]+)px\)/g)].map((m) => Number(m[1]));
  it('fills the width exactly', () => {
    for (const width of [560, 700, 1000]) {
      const layout = layoutOf(columns, width, { select: true, menu: true });
      const expander = layout.folded.length > 0 ? 32 : 0;
      expect(widths(layout.template).reduce((sum, w) => sum + w, 0)).toBeCloseTo(width - 2 * EDGE - 76 - expander, 0);
    }
  });
  it('leaves the rest of a wide window empty rather than spread a few columns over it', () => {
    const layout = layoutOf(columns, 4000, { select: false, menu: false });
    expect(widths(layout.template)).toEqual(columns.map(({ width }) => width * 1.8));
  });
  it('shrinks texts before it folds, and folds before it cuts figures', () => {
    const tight = layoutOf(columns, 612, { select: false, menu: false });
    expect(tight.folded).toEqual([]);
    expect(widths(tight.template)[2]).toBeGreaterThan(widths(tight.template)[0] ?? 0);
    expect(layoutOf([...columns, column('d', 400, true)], 632, { select: false, menu: false }).folded.map((c) => c.field)).toEqual(['d']);
  });
  it('becomes cards on a phone', () => {
    expect(layoutOf(columns, 390, { select: true, menu: true }).cards).toBe(true);
  });
});

describe('room for fields', () => {
  it('leaves no hole that the next field could fill, and no short field alone below', () => {
    expect(rowSpans([6, 8])).toEqual([6, 6]);
    expect(rowSpans([6, 6, 3])).toEqual([5, 4, 3]);
    expect(rowSpans([4, 6])).toEqual([4, 8]);
  });
  it('leaves short values as wide as they are, and a lone text too', () => {
    expect(rowSpans([3, 3])).toEqual([3, 3]);
    expect(rowSpans([6])).toEqual([6]);
    expect(rowSpans([12, 3, 12])).toEqual([12, 3, 12]);
  });
  it('exceeds no row, in any form', () => {
    for (const { key, form, fields } of [...AREAS.values()].flatMap((entry) => entry.masks)) {
      for (const section of form?.sections ?? []) {
        const wanted = section.fields.flatMap((name) => (fields[name] ? [spanOf(fields[name])] : []));
        const spans = rowSpans(wanted);
        expect(spans.length, key).toBe(wanted.length);
        let used = 0;
        for (const [at, span] of spans.entries()) {
          used = used + span > 12 ? span : used + span;
          expect(span, `${key} ${section.key}`).toBeGreaterThanOrEqual(Math.min(3, wanted[at] ?? 0));
          expect(used).toBeLessThanOrEqual(12);
        }
      }
    }
  });
});

describe('small things', () => {
  it('finds where two definitions differ', () => {
    expect(differences({ a: { b: 1 }, c: [1, 2] }, { a: { b: 2 }, c: [1], d: 0 })).toEqual([
      { path: 'a.b', before: 1, after: 2 },
      { path: 'c.1', before: 2, after: undefined },
      { path: 'd', before: undefined, after: 0 },
    ]);
  });
  it('reads a sheet’s address', () => {
    const params = new URLSearchParams({
      mask: 'm',
      type: 'labelMultiple',
      pk: 'a, b',
      fields: 'x,y',
      filter: 'status.in=a&status.in=b',
      search: 'q',
    });
    expect(readSheetQuery(params)).toMatchObject({
      pk: ['a', 'b'],
      type: 'labelMultiple',
      fields: ['x', 'y'],
      filters: [{ field: 'status', op: 'in', value: ['a', 'b'] }],
    });
    expect(readSheetQuery(new URLSearchParams('type=virus')).type).toBe('list');
    expect(dateFilters('2026-02-30')).toEqual([]);
    expect(dateFilters('2026-02-27..2026-02-28')).toHaveLength(2);
  });
  it('replaces the filters of one field where they stood', () => {
    const f = (field: string, value: string) => ({ field, op: 'eq' as const, value });
    expect(withField([f('a', '1'), f('b', '2'), f('c', '3')], 'b', [f('b', '9')]).map((x) => x.value)).toEqual(['1', '9', '3']);
    expect(withField([f('a', '1')], 'a', [])).toEqual([]);
  });
});

describe('a new record', () => {
  it('begins with what its list is cut by, where the form asks for it', () => {
    const cuts = [...AREAS.values()].flatMap((entry) => entry.masks).map((mask) => [mask.key, cutOf(mask)] as const);
    expect(cuts.filter(([, cut]) => Object.keys(cut).length > 0)).toEqual([
      ['invoice.sale.eur.list', { currency: 'EUR' }],
      ['invoice.sale.usd.list', { currency: 'USD' }],
    ]);
  });

  it('sends the day that the form showed, although nobody typed it', () => {
    const masks = [...AREAS.values()].flatMap((entry) => entry.masks).filter(({ form }) => form);
    const sent = masks.map((mask) => [mask.key, startDates(mask, startOf(mask.fields))] as const);
    const dated = sent.filter(([, dates]) => Object.keys(dates).length > 0);
    expect(dated.map(([key]) => key)).toContain('accounting.payment.list');
    for (const [key, dates] of dated) for (const day of Object.values(dates)) expect(day, key).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  it('fills in the own company of a merchant, who has no other choice, and leaves it to the house to choose one', () => {
    const masks = [...AREAS.values()].flatMap((entry) => entry.masks);
    const filled = masks.filter((mask) => cutOf(mask, 'own')['merchantId'] === 'own').map(({ key }) => key);
    expect(filled).toEqual(
      expect.arrayContaining(['mEP.item.list', 'c7r.orders.list', 't12n.orders.list', '2bc.request.list', 'mEP.channel.list']),
    );
    for (const mask of masks) expect(cutOf(mask, null), mask.key).not.toHaveProperty('merchantId');
    expect([isOwner('merchantId', 'own'), isOwner('supplierId', 'own'), isOwner('merchantId', null)]).toEqual([true, false, false]);
  });
});

describe('what is for the house alone', () => {
  it('leaves no trace in any mask that an outsider gets, and the rest of the mask stays sound', () => {
    const masks = [...AREAS.values()].flatMap((entry) => entry.masks);
    const told = masks.map(forOutsiders);
    expect(told.flatMap(maskFaults)).toEqual([]);
    expect(told.flatMap(({ fields }) => Object.values(fields).filter(({ audience }) => audience === 'house'))).toEqual([]);
    expect(masks.filter(({ fields }, i) => JSON.stringify(fields) !== JSON.stringify(told[i]?.fields)).map(({ key }) => key)).toEqual([
      // The tag that clocks a person.
      'sys.users.list',
      'c5r.users.list',
      'sales.mail.list',
      'mEP.mail.list',
      'c7r.orders.list',
      'c5r.offers.list',
      'p11y.tickets.list',
      'm4t.tickets.list',
      // The merchant for whom another party pays.
      'sales.invoice.list',
      'invoice.sale.eur.list',
      'invoice.sale.usd.list',
      'invoice.balance.query',
      'c5r.bills.list',
      'c5r.incomingBill.list',
      'accounting.charge.list',
      'mEP.charge.list',
      'accounting.dispute.list',
      'mEP.dispute.list',
    ]);
  });
});
