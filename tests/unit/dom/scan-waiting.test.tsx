import { readFileSync } from 'node:fs';
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { LOCALES } from '#contract/core/limits';
import type { Profile } from '#contract/scanning/commands';
import type { WaitingHere, WaitingRow } from '#contract/scanning/waiting';
import { loadNamespace, setLocale, startI18n } from '../../../src/providers/i18n.ts';
import { Waiting } from '../../../src/scan/parts/Waiting.tsx';

const row = (n: number, more: Partial<WaitingRow> = {}): WaitingRow => ({
  id: `${n}`,
  code: `O-${n}`,
  about: ['Northwind', 'DHL'],
  left: 2,
  counted: 'pieces',
  dueAt: null,
  day: null,
  arrived: false,
  urgent: false,
  ...more,
});
const here = (rows: WaitingRow[], total = rows.length): WaitingHere => ({ total, exact: true, rows });
const serveTexts = () => vi.stubGlobal('fetch', async (path: string) => new Response(readFileSync(`public${path.split('?')[0]}`)));

beforeAll(() => {
  serveTexts();
  return startI18n();
});
beforeEach(async () => {
  serveTexts();
  await setLocale('en');
  await loadNamespace('scan');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const opened: string[] = [];
const shown = (profile: Profile, answer: WaitingHere | null, known: { code: string }[] = []) =>
  render(
    <Waiting
      profile={profile}
      here={answer}
      failed={answer === null}
      known={known.map(({ code }) => ({ code, pieces: 3, lines: 1, urgent: false }))}
      onOpen={(code) => opened.push(code)}
    />,
  ).container;
const lines = (container: HTMLElement) => [...container.querySelectorAll('li')].map((one) => one.innerText ?? one.textContent);

describe('what waits at a station', () => {
  it('is named with what, how many and when, and the rest is a number; a tap opens the number and nothing takes the focus', () => {
    const late = new Date(Date.now() - 60_000).toISOString();
    const rows = [row(1, { dueAt: late, urgent: true }), row(2, { left: 0 }), ...[3, 4, 5, 6, 7, 8].map((n) => row(n))];
    const container = shown('packScanOrder', here(rows, 20));
    const [first = '', second = ''] = lines(container);
    expect(first).toMatch(/O-1.*Urgent.*Northwind · DHL.*2 pieces.*Cut-off was/);
    expect(second).toContain('all packed');
    expect(container.querySelector('h3')?.textContent).toBe('Waiting here20 orders');
    expect(lines(container).at(-1)).toBe('and 12 more');
    expect(document.activeElement).toBe(document.body);
    container.querySelector('button')?.click();
    expect(opened).toEqual(['O-1']);
  });

  it('at the dock is counted in parcels, as its rows are', () => {
    const rows = [row(1, { counted: 'parcels' }), row(2, { left: 1, counted: 'parcels' })];
    const container = shown('shippingScan', here(rows, 3));
    expect(container.querySelector('h3')?.textContent).toBe('Waiting here3 parcels');
    expect(lines(container)).toHaveLength(2);
  });

  it('cannot be opened by its number where pieces are scanned', () => {
    expect(shown('packScanSingle', here([row(1)])).querySelector('button')).toBeNull();
  });

  it('without a network is what the device knows, and nothing if it knows nothing', () => {
    expect(lines(shown('packScanOrder', null, [{ code: 'O-9' }])).join()).toMatch(/O-9.*3 pieces/);
    expect(shown('packScanOrder', null).textContent).toBe('');
    expect(shown('move', here([])).textContent).toBe('');
  });

  it.each(LOCALES)('has all its texts in %s', async (locale) => {
    await setLocale(locale);
    await loadNamespace('scan');
    const rows = [row(1, { arrived: true }), row(2, { day: '2026-11-30' }), row(3, { left: 1, counted: 'places' })];
    for (const profile of ['receiving', 'return', 'pickingScan', 'count', 'shippingScan'] as const)
      expect(shown(profile, here(rows)).textContent).not.toMatch(/scan\.|\{\{/);
    expect(shown('count', here([])).textContent).not.toMatch(/scan\.|\{\{/);
  });
});
