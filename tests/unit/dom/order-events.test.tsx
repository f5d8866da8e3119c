import { readFileSync } from 'node:fs';
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Locale } from '#contract/core/limits';
import { loadNamespace, setLocale, startI18n } from '../../../src/providers/i18n.ts';
import type { HistoryEvent } from '../../../src/resources/orders/tasks/order-history.ts';
import { useHappened } from '../../../src/resources/orders/tasks/Timeline.tsx';

const serveTexts = () => vi.stubGlobal('fetch', async (path: string) => new Response(readFileSync(`public${path.split('?')[0]}`)));
beforeAll(() => {
  serveTexts();
  return startI18n();
});
beforeEach(serveTexts);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const event = (command: string, payload: HistoryEvent['payload'] = {}): HistoryEvent => ({
  id: '1',
  at: '2026-11-29T10:00:00Z',
  command,
  from: null,
  to: null,
  reason: '',
  cancelReason: '',
  by: null,
  payload,
});
async function said(locale: Locale, events: readonly HistoryEvent[]): Promise<string[]> {
  await setLocale(locale);
  await loadNamespace('taskPage');
  const { result } = renderHook(useHappened);
  return events.map((one) => result.current(one));
}

it('a command is told as what it did, not as the button that was pressed', async () => {
  const asked = [event('requestCancel'), event('requestRetour'), event('holdOn')];
  expect(await said('en', asked)).toEqual(['Cancellation requested', 'Return requested', 'Put on hold']);
  expect(await said('de', asked)).toEqual(['Stornierung angefragt', 'Retoure angefragt', 'Angehalten']);
});

it('an event of a label says whether it was requested, created, refused or cancelled', async () => {
  const label = (payload: HistoryEvent['payload']) => event('label', payload);
  expect(
    await said('en', [
      label({ trackingNo: '00340' }),
      label({ asked: true }),
      label({ parcel: 'P-1', failed: 'address' }),
      label({ parcel: 'P-1', voided: '00340' }),
      label({ labelNotBooked: true }),
    ]),
  ).toEqual([
    'Label created',
    'Label requested',
    'No label received from the carrier',
    'Label cancelled',
    'Label not booked at the carrier',
  ]);
});

it('acts of one scan are joined as the language joins them', async () => {
  const scan = event('scan', { acts: ['receive', 'closeReceipt'] });
  expect(await said('de', [scan])).toEqual(['Vereinnahmt, Wareneingang abgeschlossen']);
  expect(await said('cn', [scan])).toEqual(['收货、收货完成']);
});
