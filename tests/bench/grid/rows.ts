import type { Mask } from '#contract/core/mask';
import type { Row } from '../../../src/core/mask/kinds/kind.ts';
import { arrange, NO_CHOICE } from '../../../src/core/mask/list/columns.ts';

const WIDTH = 112;

/** Twelve columns of the kinds that lists of items have. */
export const MASK: Mask = {
  key: 'bench.list',
  area: 'items',
  title: { en: 'Items', cn: 'Items', de: 'Items' },
  fields: {
    sku: { kind: 'text', label: 'SKU', mono: true, sort: true },
    name: { kind: 'text', label: 'Name', sort: true },
    status: {
      kind: 'status',
      label: 'Status',
      options: [
        { value: 'active', label: 'Active', meaning: 'done' },
        { value: 'paused', label: 'Paused', meaning: 'wait' },
      ],
    },
    barcode: { kind: 'barcode', label: 'Barcode' },
    category: { kind: 'text', label: 'Category' },
    price: { kind: 'money', label: 'Price', currency: 'EUR' },
    weight: { kind: 'weight', label: 'Weight' },
    pieces: { kind: 'number', label: 'Pieces' },
    active: { kind: 'boolean', label: 'Active' },
    day: { kind: 'date', label: 'Day' },
    changedAt: { kind: 'instant', label: 'Changed' },
    remark: { kind: 'text', label: 'Remark' },
  },
  columns: ['sku', 'name', 'status', 'barcode', 'category', 'price', 'weight', 'pieces', 'active', 'day', 'changedAt', 'remark'].map(
    (field) => ({
      field,
      width: WIDTH,
    }),
  ),
  filters: [],
};

export const COLUMNS = arrange(MASK, NO_CHOICE);

/** Another `edition` has the same places and other contents. */
export const rowsOf = (count: number, edition = 0): Row[] =>
  Array.from({ length: count }, (_, n) => n + edition * count).map((i) => ({
    id: String(i),
    sku: `SKU-${String(i).padStart(6, '0')}`,
    name: `Walnut tray number ${i}`,
    status: i % 3 === 0 ? 'paused' : 'active',
    barcode: String(4_000_000_000_000 + i),
    category: i % 2 === 0 ? 'Kitchen' : 'Home',
    price: 1_000 + i,
    weight: 100 + i,
    pieces: i % 97,
    active: i % 2 === 0,
    day: '2026-03-14',
    changedAt: '2026-03-14T09:26:53.000Z',
    remark: 'a remark of some length',
  }));
