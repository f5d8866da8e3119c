import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Refine } from '@refinedev/core';
import { QueryClient } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useRows } from '../../../src/core/mask/data.ts';
import { asText } from '../../../src/core/mask/kinds/kind.ts';
import { useTotalText } from '../../../src/core/mask/list/Pager.tsx';
import { dataProvider } from '../../../src/providers/data.ts';
import { setSpeaker } from '../../../src/providers/feedback.ts';
import { startI18n } from '../../../src/providers/i18n.ts';
import { configureHttp } from '../../../src/providers/origins.ts';
import { startSession } from '../../../src/providers/session.ts';
import { PATIENCE } from '../../support/patience.ts';

let server: Server;
/** Calls for a total that wait for their answer, by the word that is searched. */
let totals: Map<string, ServerResponse>;
let alerts: number;

const send = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { 'content-type': 'application/json', 'access-control-allow-origin': '*' });
  response.end(JSON.stringify(body));
};
const page = (rows: object[], rest: object) => ({ code: 'OK', data: rows, error: null, next: null, ...rest });

beforeEach(async () => {
  totals = new Map();
  alerts = 0;
  setSpeaker({ alert: () => (alerts += 1), toast: () => undefined, notify: () => undefined, close: () => undefined });
  server = createServer((request, response) => {
    if (request.method === 'OPTIONS') {
      const allow = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*, x-token, x-kontor-passive' };
      return void response.writeHead(204, { ...allow, 'access-control-expose-headers': '*' }).end();
    }
    const query = new URL(request.url ?? '', 'http://local').searchParams;
    const word = query.get('q') ?? '';
    if (query.get('t') === 'only') return void totals.set(word, response);
    return send(response, 200, page([{ id: '1', version: 1, name: `Row of ${word}` }], { total: 25, totalExact: false, totalLater: true }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  (window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL(`${base}/home`);
  configureHttp({ base, carrierGate: '' });
  startSession('token');
  await startI18n('mask');
});
afterEach(async () => {
  cleanup();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function List({ word }: { word: string }) {
  const { data, isError } = useRows('items', { limit: 25, cursor: null, sort: null, back: false, search: word, filters: [] });
  const totalText = useTotalText();
  return (
    <main>
      <output>{data ? totalText(data.total, data.totalExact) : ''}</output>
      {data?.data.map((row) => (
        <p key={asText(row['id'])}>{asText(row['name'])}</p>
      ))}
      {isError ? <p role="alert">failed</p> : null}
    </main>
  );
}
const RESOURCES = [{ name: 'items', list: '/items' }];
function draw() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const of = (word: string) => (
    <Refine dataProvider={dataProvider} resources={RESOURCES} options={{ disableTelemetry: true, reactQuery: { clientConfig: client } }}>
      <List word={word} />
    </Refine>
  );
  const { rerender } = render(of('oak'));
  const failed = (): number => client.getQueryCache().findAll({ predicate: ({ state }) => state.status === 'error' }).length;
  return { failed, search: (word: string) => rerender(of(word)), total: () => screen.getByRole('status').textContent };
}
/** The call for the total of this word, which waits. */
const totalOf = (word: string) =>
  vi.waitFor(() => totals.get(word) ?? Promise.reject(new Error(`no total of ${word} is asked for`)), PATIENCE);

describe('a list whose total comes later', () => {
  it('rows are shown while the total is counted, with a lower bound, and then the total', async () => {
    const { total } = draw();
    await screen.findByText('Row of oak');
    const waiting = await totalOf('oak');
    expect(total()).toBe('25+');
    send(waiting, 200, page([], { total: 5_312, totalExact: true }));
    await vi.waitFor(() => expect(total()).toBe('5,312'), PATIENCE);
    expect(screen.getByText('Row of oak')).toBeTruthy();
  });

  it('a total that fails leaves the rows where they are and bothers nobody', async () => {
    const { total, failed } = draw();
    send(await totalOf('oak'), 400, { code: 'InvalidInput', data: null, error: 'no' });
    await vi.waitFor(() => expect(failed()).toBe(1), PATIENCE);
    expect(screen.getByText('Row of oak')).toBeTruthy();
    expect(total()).toBe('25+');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(alerts).toBe(0);
  });

  it('the total of a former search is not shown for the present one', async () => {
    const { search, total } = draw();
    send(await totalOf('oak'), 200, page([], { total: 5_312, totalExact: true }));
    await vi.waitFor(() => expect(total()).toBe('5,312'), PATIENCE);
    search('elm');
    await screen.findByText('Row of elm');
    expect(total()).toBe('25+');
    // A slow total that arrives when the reader has gone on belongs to nobody.
    const former = await totalOf('elm');
    search('ash');
    await screen.findByText('Row of ash');
    const present = await totalOf('ash');
    if (!former.destroyed) send(former, 200, page([], { total: 9_999, totalExact: true }));
    send(present, 200, page([], { total: 7, totalExact: true }));
    await vi.waitFor(() => expect(total()).toBe('7'), PATIENCE);
  });
});
