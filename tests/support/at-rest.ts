import { setTimeout as wait } from 'node:timers/promises';
import type { Page, Request } from 'playwright-core';

/** Milliseconds without a request on its way after which a page is at rest, and after which it is one that never rests. */
const STILL = 500;
const PATIENCE = 90_000;

type Traffic = { asked: string[]; open: Set<Request>; changed: number };
const traffic = new WeakMap<Page, Traffic>();

/** A shared worker is not the page's: of its script the browser's tools tell the beginning, and at times never the end. */
const isWorker = (request: Request): boolean => /\/assets\/worker-[^/]*\.js$/.test(request.url());

/** Counts what a page asks for, from before its first address. */
export function watchTraffic(page: Page): void {
  const seen: Traffic = { asked: [], open: new Set(), changed: performance.now() };
  traffic.set(page, seen);
  page.on('request', (request) => {
    if (isWorker(request)) return;
    seen.asked.push(request.url());
    seen.open.add(request);
    seen.changed = performance.now();
  });
  const ended = (request: Request): void => {
    if (seen.open.delete(request)) seen.changed = performance.now();
  };
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
}

/**
 * Waits until a page that `watchTraffic` counts for has asked for `last`, has all its answers, and has asked for nothing for half a second.
 * The library's own "network idle" waits for workers too, and does not say what for; the page cannot say it where a test holds its clock.
 */
export async function atRest(page: Page, last = '', still = STILL, patience = PATIENCE): Promise<void> {
  const seen = traffic.get(page);
  if (!seen) throw new Error('nobody counts what this page asks for');
  const latest = performance.now() + patience;
  const rests = (): boolean =>
    seen.open.size === 0 && performance.now() - seen.changed >= still && seen.asked.some((address) => address.includes(last));
  while (!rests()) {
    if (performance.now() > latest)
      throw new Error(`never at rest: waits for ${[...seen.open].map((request) => request.url()).join(', ') || last}`);
    await wait(50);
  }
}
