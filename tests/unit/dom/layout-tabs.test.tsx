import { act, cleanup, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TabPanels } from '../../../src/layout/TabPanels.tsx';
import { useTab } from '../../../src/layout/tab.ts';
import {
  ALIVE_LIMIT,
  anyDirty,
  clearTabs,
  closeTabs,
  closingTabs,
  keepTabs,
  moveTab,
  pin,
  refreshTab,
  replaceTab,
  setTabDirty,
  setTabTitle,
  TAB_LIMIT,
  useTabs,
  visit,
} from '../../../src/layout/tabs-store.ts';
import { registerRoutes } from '../../../src/providers/routes.ts';
import { SteadyRouter, usePlace } from '../../../src/providers/steady-router.tsx';

const keys = () => useTabs.getState().tabs.map((tab) => tab.key);
const tab = (key: string) => useTabs.getState().tabs.find((one) => one.key === key);

beforeEach(clearTabs);
afterEach(cleanup);

describe('visited views', () => {
  it('are one for each path, however its query changes; pinned ones stand first', () => {
    visit('/a', '?q=1');
    visit('/home', '', true);
    visit('/a', '?q=2');
    visit('/a/7', '');
    expect(keys()).toEqual(['/home', '/a', '/a/7']);
    expect(tab('/a')?.search).toBe('?q=2');
    expect(useTabs.getState().active).toBe('/a/7');
  });

  it('of which some are pinned stand there without being shown, also when they are pinned later', () => {
    visit('/a', '');
    pin('/home');
    const { tabs, active } = useTabs.getState();
    expect(active).toBe('/a');
    expect(tabs.map(({ key, pinned, alive }) => ({ key, pinned, alive }))).toEqual([
      { key: '/home', pinned: true, alive: false },
      { key: '/a', pinned: false, alive: true },
    ]);
    visit('/home', '');
    expect(useTabs.getState().tabs[0]).toMatchObject({ key: '/home', pinned: true, alive: true });
  });

  it('close to the one used before; pinned ones never close', () => {
    visit('/home', '', true);
    for (const key of ['/a', '/b', '/c']) visit(key, '');
    visit('/a', '');
    expect(closeTabs('/a', 'one')).toBe('/c');
    expect(closingTabs('/home', 'one')).toEqual([]);
    visit('/c', '?x=1');
    expect(closeTabs('/b', 'others')).toBe('/b');
    expect(keys()).toEqual(['/home', '/b']);
    visit('/b', '');
    expect(closeTabs('/b', 'all')).toBe('/home');
    expect(keys()).toEqual(['/home']);
  });

  it('keep the shown view when another one closes', () => {
    visit('/a', '');
    visit('/b', '');
    expect(closeTabs('/a', 'one')).toBeNull();
    expect(useTabs.getState().active).toBe('/b');
  });

  it('beyond the limit let go the least used clean page, never unsaved work (P13)', () => {
    visit('/a', '');
    setTabDirty('/a', true);
    for (let i = 0; i < ALIVE_LIMIT; i += 1) visit(`/v${i}`, '');
    expect(tab('/a')?.alive).toBe(true);
    expect(tab('/v0')?.alive).toBe(false);
    expect(keys()).toHaveLength(ALIVE_LIMIT + 1);
    visit('/v0', '');
    expect(tab('/v0')?.alive).toBe(true);
    expect(anyDirty()).toBe(true);
  });

  it('are limited: the least recently used clean one closes, never Home or unsaved work', () => {
    visit('/home', '', true);
    visit('/draft', '');
    setTabDirty('/draft', true);
    for (let i = 0; i < TAB_LIMIT; i += 1) visit(`/v${i}`, '');
    expect(keys()).toHaveLength(TAB_LIMIT);
    expect(keys().slice(0, 3)).toEqual(['/home', '/draft', '/v2']);
    for (const { key } of useTabs.getState().tabs) setTabDirty(key, true);
    visit('/one-more', '');
    expect(keys()).toHaveLength(TAB_LIMIT + 1);
  });

  it('of a new record become the tab of the saved one, at their place', () => {
    for (const key of ['/a', '/a/new', '/b']) visit(key, '');
    visit('/a/new', '');
    setTabDirty('/a/new', true);
    replaceTab('/a/new', '/a/7');
    expect(keys()).toEqual(['/a', '/a/7', '/b']);
    expect(tab('/a/7')).toMatchObject({ dirty: false, alive: true });
    expect(useTabs.getState().active).toBe('/a/7');
    visit('/a/new', '');
    replaceTab('/a/new', '/a/7');
    expect(keys()).toEqual(['/a', '/a/7', '/b']);
  });

  it('are remembered for a reload as places, not as data', () => {
    visit('/a', '?q=1');
    setTabTitle('/a', 'Queso');
    expect(JSON.parse(sessionStorage.getItem('kontor-tabs') ?? '')).toEqual([{ key: '/a', search: '?q=1', title: 'Queso', pinned: false }]);
  });

  it('that may no longer be opened are dropped; the others can be moved and refreshed', () => {
    for (const key of ['/a', '/b', '/c']) visit(key, '');
    keepTabs((key) => key !== '/b');
    moveTab('/c', -1);
    expect(keys()).toEqual(['/c', '/a']);
    const before = tab('/a')?.nonce ?? 0;
    refreshTab('/a');
    expect(tab('/a')?.nonce).toBe(before + 1);
  });
});

function Draft() {
  const [text, setText] = useState('');
  const { search } = useLocation();
  const { setDirty } = useTab();
  return (
    <label>
      {`draft${search}`}
      <input
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setDirty(true);
        }}
      />
    </label>
  );
}

function Shown() {
  const navigate = useNavigate();
  const { pathname, search } = usePlace().location;
  visitNow(pathname, search);
  return (
    <>
      <button type="button" onClick={() => void navigate('/b')}>
        to b
      </button>
      <button type="button" onClick={() => void navigate('/a?q=1')}>
        to a
      </button>
      <TabPanels />
    </>
  );
}
const onDrawn = vi.fn();
function Counted() {
  useLocation();
  useNavigate();
  useTab();
  onDrawn();
  return <p>page c</p>;
}

const visitNow = (pathname: string, search: string) => queueMicrotask(() => act(() => visit(pathname, search)));

const open = (path: string) => {
  window.history.replaceState(null, '', path);
  render(
    <SteadyRouter>
      <Shown />
    </SteadyRouter>,
  );
};

describe('panels', () => {
  it('keep a hidden view with its typing and its own address', async () => {
    registerRoutes([
      {
        area: 'x',
        routes: [
          { path: '/a', title: 'a', icon: 'home', section: 'home', page: Draft },
          { path: '/b', title: 'b', icon: 'home', section: 'home', page: () => <p>page b</p> },
        ],
      },
    ]);
    open('/a?q=1');
    const input = await screen.findByLabelText('draft?q=1');
    const { fireEvent } = await import('@testing-library/react');
    fireEvent.change(input, { target: { value: 'typed' } });
    expect(tab('/a')?.dirty).toBe(true);
    fireEvent.click(screen.getByText('to b'));
    await screen.findByText('page b');
    expect(screen.getByLabelText('draft?q=1')).toBe(input);
    expect(input.closest<HTMLElement>('[role=tabpanel]')?.style.display).toBe('none');
    fireEvent.click(screen.getByText('to a'));
    await act(async () => undefined);
    expect(input.closest<HTMLElement>('[role=tabpanel]')?.style.display).not.toBe('none');
    expect((input as HTMLInputElement).value).toBe('typed');
  });

  it('are not drawn anew by visits of others, nor by being shown again, though they read where they stand', async () => {
    registerRoutes([
      {
        area: 'x',
        routes: [
          { path: '/a', title: 'a', icon: 'home', section: 'home', page: Counted },
          { path: '/b', title: 'b', icon: 'home', section: 'home', page: () => <p>page b</p> },
        ],
      },
    ]);
    open('/a?q=1');
    await screen.findByText('page c');
    const { fireEvent } = await import('@testing-library/react');
    onDrawn.mockClear();
    fireEvent.click(screen.getByText('to b'));
    await screen.findByText('page b');
    fireEvent.click(screen.getByText('to a'));
    await act(async () => undefined);
    expect(screen.getByText('page c').closest<HTMLElement>('[role=tabpanel]')?.style.display).not.toBe('none');
    expect(onDrawn).not.toHaveBeenCalled();
  });
});
