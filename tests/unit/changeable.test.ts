import { expect, it } from 'vitest';
import { invoiceMasks } from '../../server/modules/money/invoices/masks.ts';
import { actionsOf, applies } from '../../src/core/mask/list/actions.ts';

const everything = new Set(['*']);

it.each(invoiceMasks.map((mask) => [mask.key, mask] as const))('what was posted stands: %s offers no deletion of it (P41)', (_, mask) => {
  const offered = (status: string): string[] =>
    actionsOf(mask, everything, 'row', false)
      .filter((action) => applies(action, [{ status }]))
      .map(({ key }) => key);
  expect(offered('draft')).toContain('delete');
  for (const status of ['posted', 'partPaid', 'paid', 'reversed']) expect(offered(status)).not.toContain('delete');
});

it('several rows are deleted together only where each may be', () => {
  const [mask] = invoiceMasks;
  const remove = mask && actionsOf(mask, everything, 'bulk', false).find(({ key }) => key === 'delete');
  expect(remove && applies(remove, [{ status: 'draft' }, { status: 'draft' }])).toBe(true);
  expect(remove && applies(remove, [{ status: 'draft' }, { status: 'posted' }])).toBe(false);
});
