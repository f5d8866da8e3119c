import type { Page } from 'playwright-core';

/** Methods of refine's providers as they are declared, and how often refine called each. */
export type Calls = Record<string, number>;

/**
 * Counts the calls of every method of every provider that `<Refine>` was given. The providers are found in React's tree, so that the built
 * application needs no door for it. Some contexts keep copies of the methods: they are counted from the next drawing of `<Refine>` on.
 */
export const count = (page: Page): Promise<Calls> =>
  page.evaluate(() => {
    type Fiber = { memoizedProps: Record<string, unknown> | null; child: Fiber | null; sibling: Fiber | null };
    const host = window as unknown as { calls?: Record<string, number>; lists?: unknown[] };
    host.calls ??= {};
    host.lists ??= [];
    const { calls, lists } = host;
    const root = document.getElementById('root') as unknown as Record<string, { stateNode: { current: Fiber } }>;
    const key = Object.keys(root).find((name) => name.startsWith('__reactContainer$')) ?? '';
    const search = (fiber: Fiber | null | undefined): Record<string, unknown> | null => {
      for (let one = fiber ?? null; one; one = one.sibling) {
        if (one.memoizedProps && 'dataProvider' in one.memoizedProps && 'resources' in one.memoizedProps) return one.memoizedProps;
        const below = search(one.child);
        if (below) return below;
      }
      return null;
    };
    const given = search(root[key]?.stateNode.current) ?? {};
    for (const [name, provider] of Object.entries(given)) {
      if (!name.endsWith('Provider') || typeof provider !== 'object' || provider === null) continue;
      const methods = provider as Record<string, unknown>;
      for (const [method, run] of Object.entries(methods)) {
        if (typeof run !== 'function' || 'counted' in run) continue;
        calls[`${name}.${method}`] ??= 0;
        const counted = (...given: unknown[]): unknown => {
          if (method === 'getList') lists.push(given[0]);
          calls[`${name}.${method}`] = (calls[`${name}.${method}`] ?? 0) + 1;
          return run.apply(provider, given);
        };
        methods[method] = Object.assign(counted, run, { counted: true });
      }
    }
    return calls;
  });

/** The filters of each list of an area that refine asked its data provider for since `count`, the oldest first. */
export const filtersOfLists = (page: Page, area: string): Promise<unknown[]> =>
  page.evaluate((name) => {
    const { lists } = window as unknown as { lists: { resource: string; filters?: unknown }[] };
    return lists.filter(({ resource }) => resource === name).map(({ filters }) => filters);
  }, area);
