import { expect, test } from 'vitest';
import { FieldSpec } from '#contract/core/mask';
import { exportCell } from '../../server/core/http/cells.ts';
import { AREAS } from '../../server/modules/index.ts';

test('a container that arrived, left the terminal, was devanned or is settled says so in every language, and is never called delivered', () => {
  const status = AREAS.get('containers')?.masks[0]?.fields['status'];
  if (!status) throw new Error('no status');
  const read = (row: Record<string, unknown>) =>
    (['en', 'de', 'cn'] as const).map((locale) => exportCell('status', status, { pickedUpAt: null, cancelReason: '', ...row }, locale));
  const at = '2026-11-29T08:00:00.000Z';
  expect(read({ status: 'inTransit' })).toEqual(['In transit', 'Unterwegs', '运输中']);
  expect(read({ status: 'delivered' })).toEqual(['Arrived', 'Angekommen', '已到港']);
  expect(read({ status: 'delivered', pickedUpAt: at })).toEqual(['Picked up', 'Abgeholt', '已提柜']);
  expect(read({ status: 'partiallyFinish', pickedUpAt: at })).toEqual(['Devanned', 'Entladen', '已掏箱']);
  expect(read({ status: 'finish', pickedUpAt: at })).toEqual(['Finish', 'Abgeschlossen', '完成']);
  expect(read({ status: 'hold', pickedUpAt: at })).toEqual(['Hold', 'Angehalten', '暂停']);
  // A way that ends at the consignee is still delivered.
  const quote = AREAS.get('transportQuotes')?.masks[0]?.fields['status'];
  expect(quote && exportCell('status', quote, { status: 'delivered' }, 'en')).toBe('Delivered');
});

test('a mask that was published with one field instead of the status still shows its label', () => {
  const published = FieldSpec.parse({
    kind: 'status',
    label: 'tasks.fields.status',
    options: [],
    instead: { field: 'cancelReason', label: 'tasks.cancelled', meaning: 'closed' },
  });
  expect(exportCell('status', published, { status: 'inProcess', cancelReason: 'duplicate' }, 'en')).toBe('Cancelled');
});
