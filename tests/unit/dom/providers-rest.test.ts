import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadChunk } from '../../../src/providers/chunks.ts';
import { queryClient } from '../../../src/providers/query-client.ts';
import { runWhenLoaded } from '../../../src/providers/run-when-loaded.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  queryClient.clear();
});

/** A promise, and its end. */
function held(): { promise: Promise<string>; end: () => void } {
  let end = (): void => undefined;
  const promise = new Promise<string>((resolve) => {
    end = () => resolve('done');
  });
  return { promise, end };
}

it('what nobody waits for begins after the parts and the calls of the first screen', async () => {
  const [part, rows, work] = [held(), held(), vi.fn()];
  void loadChunk(() => part.promise);
  runWhenLoaded(work);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(work).not.toHaveBeenCalled();
  part.end();
  void queryClient.fetchQuery({ queryKey: ['rows'], queryFn: () => rows.promise });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(work).not.toHaveBeenCalled();
  rows.end();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(work).toHaveBeenCalledOnce();
});

it('what nobody waits for begins after the placeholders of the first screen are gone, however slow the device is', async () => {
  const work = vi.fn();
  const page = document.createElement('div');
  page.setAttribute('aria-busy', 'true');
  document.body.append(page);
  runWhenLoaded(work);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(work).not.toHaveBeenCalled();
  page.remove();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(work).toHaveBeenCalledOnce();
});

it('a call that never ends keeps it waiting for a while, not for ever', async () => {
  const work = vi.fn();
  queryClient.fetchQuery({ queryKey: ['hung'], queryFn: () => held().promise }).catch(() => undefined);
  runWhenLoaded(work);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(work).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(9_000);
  expect(work).toHaveBeenCalledOnce();
});

it('what is taken back is not done', async () => {
  const work = vi.fn();
  runWhenLoaded(work)();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(work).not.toHaveBeenCalled();
});
