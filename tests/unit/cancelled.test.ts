import { expect, test } from 'vitest';
import type { Mask } from '#contract/core/mask';
import { shownStatus } from '#contract/core/shown-status';
import { CANCEL_REASON, TASK_STATUS } from '#contract/orders/status-field';
import { TASK_STATUS_NAMES } from '#contract/orders/statuses';
import { TASK_TEXTS } from '#contract/orders/texts';
import { exportCell } from '../../server/core/http/cells.ts';
import { AREAS } from '../../server/modules/index.ts';

test('a cancelled order reads "Cancelled" in every language and never the status it had, on each list of orders and services', () => {
  const services = ['containers', 'collections', 'transportQuotes'];
  const masks: Mask[] = ['tasks', ...services].flatMap((name) => AREAS.get(name)?.masks ?? []);
  expect(masks.length).toBeGreaterThan(13);
  for (const { fields } of masks) {
    const status = fields['status'];
    if (!status) throw new Error('no status');
    const read = (row: Record<string, unknown>) => (['en', 'de', 'cn'] as const).map((locale) => exportCell('status', status, row, locale));
    expect(read({ status: 'finish', cancelReason: 'Ordered twice' })).toEqual(['Cancelled', 'Storniert', '已取消']);
    expect(read({ status: 'finish', cancelReason: '' })[0]).not.toBe('Cancelled');
  }
});

test('a cancellation without words of a person is told in every language, and words stay as they were written', () => {
  const field = { ...CANCEL_REASON, label: 'tasks.fields.cancelReason' };
  const read = (cancelReason: string) =>
    (['en', 'de', 'cn'] as const).map((locale) => exportCell('cancelReason', field, { cancelReason }, locale));
  expect(read('cancelledOnRequest')).toEqual(['Cancelled on request', 'Auf Antrag storniert', '应申请取消']);
  expect(read('Ordered twice')[0]).toBe('Ordered twice');
});

test('one function decides what is shown as an order’s status: the 38 of the specification stay, a cancellation goes before each', () => {
  expect(TASK_STATUS_NAMES).toHaveLength(38);
  for (const status of TASK_STATUS_NAMES) {
    expect(shownStatus(TASK_STATUS, status, { cancelReason: '' })?.label).toBe(TASK_TEXTS.status(status));
    expect(shownStatus(TASK_STATUS, status, { cancelReason: 'Ordered twice' })).toEqual({ label: 'tasks.cancelled', meaning: 'closed' });
  }
  expect(shownStatus(TASK_STATUS, null, {})).toBe(null);
});
