import { expect, test } from 'vitest';
import type { Mask } from '#contract/mask';
import { AREAS } from '../../server/areas/index.ts';
import { exportCell } from '../../server/http/cells.ts';

test('a cancelled order reads "Cancelled" in every language and never the status it had, on each list of orders', () => {
  const masks: Mask[] = AREAS.get('tasks')?.masks ?? [];
  expect(masks.length).toBeGreaterThan(10);
  for (const { fields } of masks) {
    const status = fields['status'];
    if (!status) throw new Error('no status');
    const read = (row: Record<string, unknown>) => (['en', 'de', 'cn'] as const).map((locale) => exportCell('status', status, row, locale));
    expect(read({ status: 'finish', cancelReason: 'Ordered twice' })).toEqual(['Cancelled', 'Storniert', '已取消']);
    expect(read({ status: 'finish', cancelReason: '' })[0]).not.toBe('Cancelled');
  }
});
