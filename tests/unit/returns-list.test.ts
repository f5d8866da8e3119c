import { expect, test } from 'vitest';
import type { Mask } from '#contract/core/mask';
import { tasks } from '../../server/modules/orders/tasks/area.ts';

type Filters = NonNullable<Mask['open']>;

test('a return stays in the list of returns when it was received and put away, until it is finished', async () => {
  const mask = tasks.masks?.find(({ key }) => key === 'r7g.retour.list');
  const views = Object.fromEntries((mask?.views ?? []).map(({ key, filters }) => [key, filters]));
  const has = (filters: Filters | undefined, status: string) =>
    filters?.some(({ value }) => Array.isArray(value) && value.includes(status));
  for (const status of ['receiptPending', 'receiving', 'retourReceivedPartially', 'retourReceived', 'inbounded'])
    expect(has(mask?.open, status), status).toBe(true);
  expect(has(mask?.open, 'finish')).toBe(false);
  expect(Object.keys(views)).toEqual(['returnsOpen', 'returnsReceived', 'returnsFinished']);
  expect(has(views['returnsReceived'], 'retourReceived')).toBe(true);
  expect(has(views['returnsFinished'], 'finish')).toBe(true);
});
