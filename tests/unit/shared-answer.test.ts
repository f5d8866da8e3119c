import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sharedAnswers } from '../../server/core/http/shared-answer.ts';

const KEEP = 1_000;
/** Computations that end when the test says so. */
function computations() {
  const ends: { done: (value: string) => void; fail: (reason: Error) => void }[] = [];
  const read = vi.fn(() => new Promise<string>((done, fail) => ends.push({ done, fail })));
  return { read, ends };
}

describe('an answer that several readers share', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('several readers at once cause one computation, and each gets its answer; another key is computed by itself', async () => {
    const ask = sharedAnswers<string>(KEEP);
    const { read, ends } = computations();
    const answers = [ask('stock', read), ask('stock', read), ask('stock', read), ask('money', read)];
    expect(read).toHaveBeenCalledTimes(2);
    ends[0]?.done('full');
    ends[1]?.done('none');
    expect(await Promise.all(answers)).toEqual(['full', 'full', 'full', 'none']);
  });

  it('an answer is kept from its end on for as long as was said, and computed anew after that', async () => {
    const ask = sharedAnswers<string>(KEEP);
    const { read, ends } = computations();
    const first = ask('stock', read);
    // A long computation does not use up the time for which its answer holds.
    await vi.advanceTimersByTimeAsync(KEEP * 10);
    void ask('stock', read);
    expect(read).toHaveBeenCalledTimes(1);
    ends[0]?.done('old');
    await first;
    await vi.advanceTimersByTimeAsync(KEEP - 1);
    expect(await ask('stock', read)).toBe('old');
    await vi.advanceTimersByTimeAsync(1);
    const second = ask('stock', read);
    ends[1]?.done('new');
    expect(await second).toBe('new');
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('an error reaches all who wait, and is not kept', async () => {
    const ask = sharedAnswers<string>(KEEP);
    const { read, ends } = computations();
    const waiting = [ask('stock', read), ask('stock', read)].map((answer) => expect(answer).rejects.toThrow('away'));
    ends[0]?.fail(new Error('away'));
    await Promise.all(waiting);
    const again = ask('stock', read);
    ends[1]?.done('back');
    expect(await again).toBe('back');
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('of more questions than are kept the oldest is forgotten', async () => {
    const ask = sharedAnswers<number>(KEEP);
    const read = vi.fn(async () => 1);
    for (let n = 0; n <= 50; n++) await ask(`question ${n}`, read);
    await ask('question 50', read);
    expect(read).toHaveBeenCalledTimes(51);
    await ask('question 0', read);
    expect(read).toHaveBeenCalledTimes(52);
  });
});
