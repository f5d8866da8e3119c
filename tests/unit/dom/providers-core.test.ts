import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { UserInfo } from '#contract/access/session';
import { matches } from '../../../src/core/palette/entries.ts';
import { avatarUrl, fallbackAvatar } from '../../../src/layout/Avatar.tsx';
import { mayOpenRoute } from '../../../src/providers/access.ts';
import { loadChunk, reloadOnce } from '../../../src/providers/chunks.ts';
import { fileNameOf } from '../../../src/providers/http-answer.ts';
import { deliver, isNew, liveProvider, markStale, onLive } from '../../../src/providers/live.ts';
import { queryClient } from '../../../src/providers/query-client.ts';
import { resourcesOf } from '../../../src/providers/resources.ts';
import { pathOf } from '../../../src/providers/router.ts';
import { type AppRoute, matchRoute, recordPath, registerRoutes } from '../../../src/providers/routes.ts';
import { endSession, getToken, startSession } from '../../../src/providers/session.ts';
import { allowed, setUser, useUserStore } from '../../../src/providers/user.ts';
import { isNewer } from '../../../src/providers/version.ts';
import { PATIENCE } from '../../support/patience.ts';

const route = (path: string, rest: Partial<AppRoute> = {}): AppRoute => ({ path, title: path, icon: 'home', section: 'settings', ...rest });

const screensOf = (routes: AppRoute[], permitted: string[]) =>
  resourcesOf([{ area: 'tax', routes }], {
    mayOpen: (one) => mayOpenRoute(one, permitted, false),
    allowed: () => true,
    t: (key) => key,
  }).filter(({ list }) => list !== undefined);

describe('who may open what', () => {
  const tax = route('/settings/tax', { mask: 'settings.tax.list' });

  it('goes by the permitted paths and what lies below them', () => {
    expect(mayOpenRoute(tax, ['/settings'], false)).toBe(true);
    expect(mayOpenRoute(tax, ['/settings/tax'], false)).toBe(true);
    expect(mayOpenRoute(tax, ['/settings/ta'], false)).toBe(false);
    expect(mayOpenRoute(tax, [], false)).toBe(false);
  });

  it('keeps a list closed, and out of the menu, to whom its rows are closed', () => {
    registerRoutes([{ area: 'tax', routes: [tax] }]);
    setUser({ id: 'u', roles: [], privileges: ['items.read'] } as unknown as UserInfo);
    expect([mayOpenRoute(tax, ['/settings'], false), screensOf([tax], ['/settings'])]).toEqual([false, []]);
    setUser({ id: 'u', roles: [], privileges: ['tax.read'] } as unknown as UserInfo);
    expect(mayOpenRoute(tax, ['/settings'], false)).toBe(true);
    registerRoutes([]);
  });

  it('lets admins open everything, and everybody the start page', () => {
    expect(mayOpenRoute(tax, [], true)).toBe(true);
    expect(mayOpenRoute(route('/home'), [], false)).toBe(true);
    expect(mayOpenRoute(route('/wEP/printItemlist/:reckonData'), ['/wEP'], false)).toBe(true);
  });

  it('lists a screen with two addresses once, and under the second one to who may open only that', () => {
    const twins = ['/settings/tax', '/gate/tax'].map((path) => route(path, { title: 'menu.tax', mask: 'settings.tax.list' }));
    const shown = (permitted: string[]) =>
      screensOf(twins, permitted)
        .filter(({ meta }) => !meta?.hide)
        .map(({ list }) => list);
    expect(shown(['/settings', '/gate'])).toEqual(['/settings/tax']);
    expect(shown(['/gate'])).toEqual(['/gate/tax']);
  });

  it('declares what the reader may open, below its section, and hides what is not for the menu', () => {
    const routes = [
      tax,
      route('/settings/x', { hidden: true }),
      route('/settings/y', { bare: true }),
      route('/settings/z/:id'),
      route('/sales/a', { section: 'sales' }),
    ];
    const screens = screensOf(routes, ['/settings']);
    expect(screens.map(({ list, meta }) => [list, meta?.hide])).toEqual([
      ['/settings/tax', false],
      ['/settings/x', true],
      ['/settings/y', true],
      ['/settings/z/:id', true],
    ]);
    expect(screens[0]).toMatchObject({ name: 'tax', create: '/settings/tax/new', edit: '/settings/tax/:id' });
    expect(screens[0]?.meta).toMatchObject({ mask: 'settings.tax.list', parent: 'menu.sections.settings', icon: tax.icon });
    expect(screens.map(({ identifier }) => identifier)).toEqual(['tax', '/settings/x', '/settings/y', '/settings/z/:id']);
  });

  it('means the list of an area by its name, also where another screen of it comes first', () => {
    const named = (routes: AppRoute[]) => screensOf(routes, ['/settings']).flatMap((one) => (one.identifier === 'tax' ? one.list : []));
    setUser({ id: 'u', roles: [], privileges: ['tax.read'] } as unknown as UserInfo);
    registerRoutes([{ area: 'tax', routes: [tax] }]);
    expect(named([route('/settings'), tax])).toEqual(['/settings/tax']);
    expect(named([route('/settings'), route('/settings/x')])).toEqual(['/settings']);
    registerRoutes([]);
  });

  it('answers at once from the privileges', () => {
    setUser({ id: 'u', roles: [], privileges: ['items.*', 'tax.read'] } as unknown as UserInfo);
    expect([allowed('items.delete'), allowed('tax.read'), allowed('tax.update'), allowed('*')]).toEqual([true, true, false, false]);
  });
});

describe('the session', () => {
  it('ends once, and takes with it what was known of the person', () => {
    startSession('t');
    setUser({ id: 'u', roles: [], privileges: ['*'] } as unknown as UserInfo);
    queryClient.setQueryData(['data', 'default', 'items'], 1);
    endSession('logout');
    expect([getToken(), useUserStore.getState().user, allowed('items.read'), queryClient.getQueryCache().getAll().length]).toEqual([
      '',
      null,
      false,
      0,
    ]);
  });
});

describe('routes', () => {
  beforeEach(() =>
    registerRoutes([
      { area: 'items', routes: [route('/mEP/item', { mask: 'm' }), route('/wms/item', { mask: 'w' })] },
      { area: 'home', routes: [route('/wms/item/plan', { page: () => null }), route('/p/:data', { page: () => null })] },
    ]),
  );

  it('know a screen, its records and its own paths, in that order', () => {
    expect(matchRoute('/wms/item')?.kind).toBe('screen');
    expect(matchRoute('/wms/item/')?.kind).toBe('screen');
    expect(matchRoute('/wms/item/plan')?.route.path).toBe('/wms/item/plan');
    expect(matchRoute('/wms/item/a%25b')).toMatchObject({ kind: 'record', params: { id: 'a%b' } });
    // Typed by hand, as other programs call it.
    expect(matchRoute('/wms/item/create')?.params).toEqual({ id: 'new' });
    expect(matchRoute('/p/%7B%22a%22%3A1%7D')?.params).toEqual({ data: '{"a":1}' });
    expect(matchRoute('/p/%')?.params).toEqual({ data: '%' });
    expect([matchRoute('/wms'), matchRoute('/wms/item/x/y'), matchRoute('/p/x/y')]).toEqual([null, null, null]);
  });

  it('lead to a record by the first open screen of its area', () => {
    expect(recordPath('items', 'a/b', () => true)).toBe('/mEP/item/a%2Fb');
    expect(recordPath('items', 'x', (path) => path.startsWith('/wms'))).toBe('/wms/item/x');
    expect(recordPath('unknown', 'x', () => true)).toBeNull();
  });

  it('carry any value unharmed', () => {
    const path = pathOf(
      { to: '/x', query: { q: 'a&b#c+d%', in: Array.from({ length: 25 }, (_, i) => i), empty: null } },
      { pathname: '/', search: '', hash: '' },
    );
    const params = new URL(path, 'http://x').searchParams;
    expect(params.get('q')).toBe('a&b#c+d%');
    expect(params.getAll('in')).toHaveLength(25);
    expect(params.has('empty')).toBe(false);
  });
});

describe('live events', () => {
  it('of one burst make one reading of each area, hidden lists included', async () => {
    const invalidate = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue();
    for (let i = 0; i < 40; i += 1) markStale(i % 2 ? 'items' : 'tax');
    await vi.waitFor(() => expect(invalidate).toHaveBeenCalledTimes(2), PATIENCE);
    expect(invalidate).toHaveBeenCalledWith({ queryKey: ['data', 'default', 'items'], refetchType: 'active' });
    invalidate.mockRestore();
  });

  it('of one burst are told once to each list on screen, and what is hidden is stale', async () => {
    const told: string[] = [];
    const stop = liveProvider.subscribe({
      channel: 'resources/roles',
      types: ['*'],
      callback: ({ channel }) => told.push(channel),
    });
    queryClient.setQueryData(['data', 'default', 'roles', 'list', {}], { data: [] });
    for (let i = 0; i < 40; i += 1) markStale('roles');
    await vi.waitFor(() => expect(told).toEqual(['resources/roles']), PATIENCE);
    expect(queryClient.getQueryState(['data', 'default', 'roles', 'list', {}])?.isInvalidated).toBe(true);
    liveProvider.unsubscribe(stop);
  });

  it('are shown at once after a quiet time, ever less often while they keep coming, and never more than five seconds late', () => {
    vi.useFakeTimers();
    const invalidate = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue();
    const readAt: number[] = [];
    invalidate.mockImplementation(async () => void readAt.push(performance.now()));
    const begun = performance.now();
    // Fifty scans a second for half a minute.
    for (let n = 0; n < 1_500; n += 1) {
      markStale('stockMoves');
      vi.advanceTimersByTime(20);
    }
    const pauses = readAt.map((at, i) => at - (readAt[i - 1] ?? begun));
    expect(pauses[0]).toBeLessThanOrEqual(200);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(5_000);
    expect(readAt.length).toBeLessThanOrEqual(12);
    // The last change is shown too.
    vi.advanceTimersByTime(5_000);
    expect(readAt.at(-1)).toBeGreaterThan(begun + 30_000 - 20);
    // Quiet again: the next single change is shown at once.
    vi.advanceTimersByTime(20_000);
    const before = readAt.length;
    markStale('stockMoves');
    vi.advanceTimersByTime(200);
    expect(readAt.length).toBe(before + 1);
    invalidate.mockRestore();
    vi.useRealTimers();
  });

  it('are heard once, though they may come twice after a reconnect; the greeting always (P10)', () => {
    const heard: string[] = [];
    const stop = onLive('msg', ({ title }) => heard.push(title));
    deliver('msg', { title: 'a', text: '' }, 900);
    deliver('msg', { title: 'a', text: '' }, 900);
    stop();
    deliver('msg', { title: 'b', text: '' }, 901);
    expect(heard).toEqual(['a']);
    expect([isNew(0), isNew(0)]).toEqual([true, true]);
  });

  it('keep the payload of a reader for later', () => {
    deliver('rfid', { tag: 'E200' }, 902);
    expect(localStorage.getItem('kontor-rfid')).toBe('{"tag":"E200"}');
  });
});

describe('a new build (P14)', () => {
  it('is any other than this page came from', () => {
    expect([isNewer('b', 'a'), isNewer('a', 'a'), isNewer('dev', 'a'), isNewer('', 'a'), isNewer('b', 'dev')]).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it('makes a page with lost parts load anew, once', () => {
    const reload = vi.fn();
    sessionStorage.clear();
    expect([reloadOnce(reload), reloadOnce(reload)]).toEqual([true, false]);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('that does not help, or never answers, is a named failure', async () => {
    await expect(loadChunk(() => Promise.reject(new Error('404')))).rejects.toThrow('could not be loaded');
    await expect(loadChunk(() => new Promise(() => undefined), 20)).rejects.toThrow('could not be loaded');
  });
});

describe('small things', () => {
  it('file names come without folders, whatever the header says', () => {
    expect(fileNameOf('attachment; filename="../../etc/pass\\"wd"', 'x')).toBe('pass"wd');
    expect(fileNameOf('attachment; filename=list.csv', 'x')).toBe('list.csv');
    expect(fileNameOf("attachment; filename*=UTF-8''%ZZ; filename=b.pdf", 'x')).toBe('b.pdf');
    expect(fileNameOf('', 'x')).toBe('x');
  });

  it('a person without a picture always gets the same one of nine', () => {
    const all = new Set(Array.from({ length: 200 }, (_, i) => fallbackAvatar(`user-${i}`)));
    expect(all.size).toBe(9);
    expect(fallbackAvatar('a')).toBe(fallbackAvatar('a'));
    expect(avatarUrl('0123456789abcdef0123456789abcdef', 'a')).toBe('/v0/static/0123456789abcdef0123456789abcdef');
    expect(avatarUrl('https://evil.example/x.png', 'a')).toBe(fallbackAvatar('a'));
  });

  it('the palette finds words in any order, without accents', () => {
    expect([matches('Système Café', 'cafe sys'), matches('商品 别名', '别名'), matches('Tax', 'x y')]).toEqual([true, true, false]);
  });
});
