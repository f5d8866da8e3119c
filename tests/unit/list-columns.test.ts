import { describe, expect, it } from 'vitest';
import type { Mask } from '#contract/core/mask';
import { AREAS } from '../../server/modules/index.ts';
import { arrange, fit, NO_CHOICE } from '../../src/core/mask/list/columns.ts';
import { layoutOf } from '../../src/core/mask/list/layout.ts';

const base: Mask = { key: 'test.list', area: 'tests', title: 'Tests', fields: {}, columns: [{ field: 'name' }], filters: [] };
const shownOf = (mask: Mask, width: number): string[] => fit(arrange(mask, NO_CHOICE), width).shown.map((column) => column.field);

const masks = [...AREAS.values()].flatMap((entry) => entry.masks);
const maskOf = (area: string): Mask => {
  const mask = AREAS.get(area)?.masks[0];
  if (!mask) throw new Error(`no mask of ${area}`);
  return mask;
};
/** Pixels of a list beside the menu in a window of 1024. */
const TABLET = 804;
const EXTRAS = { select: true, menu: true };

describe('columns of a list that is narrow', () => {
  it('never fold the one that names the row', () => {
    const mask: Mask = {
      ...base,
      fields: { name: { kind: 'text', label: 'Name' }, to: { kind: 'text', label: 'To' }, size: { kind: 'number', label: 'Size' } },
      columns: [{ field: 'name', pin: 'left' }, { field: 'to' }, { field: 'size' }],
    };
    expect(fit(arrange(mask, NO_CHOICE), 2000).folded).toEqual([]);
    expect(shownOf(mask, 200)).toEqual(['name']);
    expect(shownOf(mask, 10)).toEqual(['name']);
  });

  it('keep the status, then the party, then the amounts, and fill what is left with the first that has room', () => {
    const mask: Mask = {
      ...base,
      fields: {
        name: { kind: 'text', label: 'x.name', width: 200 },
        day: { kind: 'date', label: 'x.day', width: 120 },
        flag: { kind: 'boolean', label: 'x.flag', width: 60 },
        party: { kind: 'reference', area: 'x', label: 'x.party', width: 180 },
        gross: { kind: 'money', label: 'x.gross', currency: 'EUR', width: 120 },
        status: { kind: 'status', label: 'x.status', options: [], width: 100 },
      },
      columns: ['name', 'day', 'flag', 'party', 'gross', 'status'].map((field) => ({ field })),
    };
    expect(shownOf(mask, 720)).toEqual(['name', 'day', 'party', 'gross', 'status']);
    expect(shownOf(mask, 660)).toEqual(['name', 'flag', 'party', 'gross', 'status']);
    expect(shownOf(mask, 490)).toEqual(['name', 'party', 'status']);
    expect(shownOf(mask, 310)).toEqual(['name', 'status']);
  });

  it('keep the facts of a record before other columns', () => {
    const text = { kind: 'text', width: 100, mono: true } as const;
    const mask: Mask = {
      ...base,
      fields: { name: { ...text, label: 'x.name' }, lot: { ...text, label: 'x.lot' }, place: { ...text, label: 'x.place' } },
      columns: ['name', 'lot', 'place'].map((field) => ({ field })),
      facts: ['place'],
    };
    expect(shownOf(mask, 200)).toEqual(['name', 'place']);
  });

  it('keep both parties where a row has one or the other', () => {
    const party = { kind: 'reference', area: 'x', width: 100 } as const;
    const mask: Mask = {
      ...base,
      fields: {
        name: { kind: 'text', label: 'x.name', width: 100 },
        day: { kind: 'date', label: 'x.day', width: 100 },
        merchant: { ...party, label: 'x.merchant' },
        customer: { ...party, label: 'x.customer' },
      },
      columns: ['name', 'merchant', 'day', 'customer'].map((field) => ({ field })),
      oneOf: [{ label: 'x.party', fields: ['merchant', 'customer'] }],
    };
    expect(shownOf(mask, 300)).toEqual(['name', 'merchant', 'customer']);
  });

  it.each([
    ['invoices', 'partyName'],
    ['purchaseOrders', 'supplierId'],
    ['bills', 'supplierId'],
    ['collections', 'merchantId'],
    ['webhooks', 'merchantId'],
  ])('show in a window of 1024 pixels whom %s are about', (area, party) => {
    const { shown } = layoutOf(arrange(maskOf(area), NO_CHOICE), TABLET, EXTRAS);
    expect(shown.map((column) => column.field)).toContain(party);
  });

  it('show of tickets the day an answer is due before their merchant and priority, and of stock by item each sum before the merchant', () => {
    const fieldsOf = (area: string, key: string, widths: Record<string, number>): string[] => {
      const mask = AREAS.get(area)?.masks.find((one) => one.key === key);
      const columns = mask ? arrange(mask, NO_CHOICE, undefined, { widths, uniform: new Set() }) : [];
      return layoutOf(columns, TABLET, EXTRAS).shown.map(({ field }) => field);
    };
    // Pixels of the values of the sample, in German.
    const tickets = { no: 90, state: 160, subject: 330, merchantId: 190, priority: 90, assigneeId: 150, dueAt: 165, lastMessageAt: 150 };
    expect(fieldsOf('tickets', 'p11y.tickets.list', tickets)).toEqual(expect.arrayContaining(['no', 'state', 'subject', 'dueAt']));
    const stock = fieldsOf('itemStocks', 'wms.inventoryItems.list', { sku: 130, name: 260, merchantId: 190 });
    expect(stock).toEqual(expect.arrayContaining(['sku', 'name', 'available', 'reserved', 'onHand']));
    expect(stock).not.toContain('merchantId');
  });

  it('leave no room in which a folded one would fit, in any list', () => {
    for (const mask of masks) {
      const columns = arrange(mask, NO_CHOICE);
      for (const width of [600, TABLET, 1000, 1220]) {
        const { shown, folded } = fit(columns, width);
        const room = width - shown.reduce((sum, column) => sum + column.width, 0);
        expect(folded.filter((column) => column.width <= room).map((column) => `${mask.key} ${column.field}`)).toEqual([]);
      }
    }
  });
});

describe('a window without room for all columns', () => {
  const column = (field: string, width: number, rigid = false) => ({ field, width, pin: null, hidden: false, rigid });
  const columns = [column('a', 200), column('b', 200), column('c', 200, true)];
  const widths = (template: string) => [...template.matchAll(/minmax\(0,([\d.]+)px\)/g)].map((m) => Number(m[1]));
  it('shows of a long text what there is room for, and folds it where rows could not be told apart by it', () => {
    const wide = [...columns, column('d', 400)];
    const cut = layoutOf(wide, 690, { select: false, menu: false });
    expect({ folded: cut.folded, sum: widths(cut.template).reduce((sum, w) => sum + w, 0) }).toEqual({
      folded: [],
      sum: expect.closeTo(658, 0),
    });
    expect(layoutOf(wide, 600, { select: false, menu: false }).folded.map((c) => c.field)).toEqual(['d']);
  });
  it('keeps what the rows are about, and folds what is said beside it', () => {
    const main = { ...column('b', 200), rank: 'main' as const };
    const shown = fit([column('a', 200), column('c', 200, true), main], 420).shown.map(({ field }) => field);
    expect(shown).toEqual(['a', 'b']);
  });
});
