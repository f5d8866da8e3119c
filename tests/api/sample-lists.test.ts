import { afterAll, beforeAll, expect, test } from 'vitest';
import { isSscc } from '#contract/core/barcode/check-digits';
import type { Mask } from '#contract/core/mask';
import { bothFilters, encodeFilters } from '#contract/core/query';
import { createDb } from '../../server/core/db/client.ts';
import { loadOrders } from '../../server/sample/orders.ts';
import { loadServices } from '../../server/sample/services.ts';
import { loadShelf } from '../../server/sample/shelf.ts';
import { loadTrade } from '../../server/sample/trade.ts';
import { inMenu } from '../../src/providers/resources.ts';
import { AREAS } from '../../src/resources/index.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** Lists that only fill by what people do, and stay empty in a house that opens today. */
const EMPTY_AT_FIRST: Record<string, string> = {
  '/personal/changes': 'nobody asks to change what was agreed',
  '/personal/messages': 'nobody has written yet',
  '/accounting/charges': 'the collector makes them within a minute',
  '/accounting/runs': 'runs that somebody starts',
  '/accounting/carrier-bills': 'lists that a carrier sends',
  '/accounting/carrier-lines': 'the same',
  '/wms/pickups': 'what somebody orders from a carrier',
  '/wms/label-findings': 'labels whose parcels stayed here for a week',
  '/accounting/label-findings': 'the same',
  '/accounting/carrier-disputes': 'what somebody asks back from a carrier',
  '/accounting/dunning-runs': 'runs that somebody prepares',
  '/accounting/dunning-letters': 'letters of these runs',
  '/accounting/dunning-holds': 'promises that somebody notes',
  '/accounting/disputes': 'disputes that merchants open',
  '/mEP/disputes': 'the same',
  '/sales/mails': 'nothing was sent by mail yet',
  '/mEP/mails': 'the same',
  '/eEP/incomingMails': 'mails that arrive for tickets',
  '/accounting/entries': 'entries that somebody types',
  '/accounting/exports': 'exports that somebody makes',
  '/accounting/bank-profiles': 'layouts that the own bank needs',
  '/purchases/incoming-bills': 'files that suppliers send',
  '/carriergate/e-invoices': 'files that carriers send',
  '/accounting/payment-runs': 'payments that somebody prepares',
  '/oa/attendanceMonths': 'months that the office closed',
  '/tools/outboundExportTask': 'a file that nobody asked for lies nowhere',
  '/tools/exports': 'the same',
  '/tools/imports': 'nobody has brought a file yet',
};

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ sample: true });
  const db = createDb(server.pool);
  await loadOrders({ config: server.config, db, log: { warn: (data) => expect(data).toBeUndefined() } });
  await loadServices(db);
  await loadShelf(db);
  await loadTrade(db);
});
afterAll(() => server.close());

test('on a first look every list of the menu has something in it', async () => {
  const token = await server.signIn('admin');
  const listed = AREAS.flatMap(({ routes }) => routes).filter((route) => route.mask && !route.page && inMenu(route));
  const empty: string[] = [];
  for (const { path, mask: key = '' } of listed) {
    const { data: mask } = await server.call<Mask>('GET', `/v0/masken/?q=${key}`, undefined, token);
    const query = new URLSearchParams(encodeFilters(bothFilters(mask.fixed ?? [], mask.open ?? [])));
    const list = await server.call('GET', `/v0/${mask.area}?l=1&${query}${mask.deleted ? '&trash=1' : ''}`, undefined, token);
    if ((list as unknown as { total: number }).total === 0) empty.push(path);
  }
  const sorted = (paths: string[]): string[] => paths.toSorted((a, b) => a.localeCompare(b));
  expect(sorted(empty)).toEqual(sorted(Object.keys(EMPTY_AT_FIRST)));
});

test('a pallet with a valid SSCC stands in the sample, with goods on it', async () => {
  const { rows } = await server.pool.query<{ id: string; code: string }>(
    `select u.id, u.code from merged_units u join stock_balances b on b.unit_id = u.id and b.on_hand > 0 where u.kind = 'pallet'`,
  );
  expect(rows).toHaveLength(1);
  expect(isSscc(rows[0]?.code ?? '')).toBe(true);
  const body = { document: 'palletLabel', ids: [rows[0]?.id], options: {} };
  const { data } = await server.call<{ records: { sscc: string; elements: string }[] }>(
    'POST',
    '/v0/print/data',
    body,
    await server.signIn('admin'),
  );
  expect(data.records[0]).toMatchObject({ sscc: rows[0]?.code });
  expect(data.records[0]?.elements).toMatch(/^\(02\)\d{14}\(37\)\d+/);
});
