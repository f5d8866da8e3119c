import { expect, it } from 'vitest';
import { createLanes } from '../../server/core/lanes.ts';

/** Work for several partners at the same time, as far as it can be shown without any. */

/** A call that ends when the test says so. */
function gate() {
  let open = (): void => undefined;
  const passed = new Promise<void>((done) => {
    open = done;
  });
  return { passed, open: () => open() };
}

it('a partner that does not answer keeps no other one waiting, and no more than its own lanes wait for it', async () => {
  const silent = gate();
  const begun: string[] = [];
  const lanes = createLanes(2, async (partner, { more }) => {
    begun.push(partner);
    more();
    if (partner === 'silent') await silent.passed;
  });
  lanes.start(['silent']);
  lanes.start(['silent']);
  lanes.start(['other']);
  expect(begun.filter((one) => one === 'silent')).toHaveLength(2);
  expect(begun).toContain('other');
  silent.open();
  await lanes.idle();
});

it('what comes up while the last lane is about to end is worked on', async () => {
  const looked = gate();
  const todo: string[] = [];
  const done: string[] = [];
  const lanes = createLanes(1, async () => {
    const found = todo.splice(0);
    await looked.passed;
    done.push(...found);
  });
  lanes.start(['one']);
  todo.push('late');
  lanes.start(['one']);
  looked.open();
  await lanes.idle();
  expect(done).toEqual(['late']);
});

it('a server that stops begins nothing more, and ends what it has begun', async () => {
  const call = gate();
  const done: number[] = [];
  const lanes = createLanes(1, async (_partner, { isOpen }) => {
    for (let n = 0; n === 0 || isOpen(); n += 1) {
      await call.passed;
      done.push(n);
    }
  });
  lanes.start(['one']);
  const stopped = lanes.stop();
  lanes.start(['other']);
  call.open();
  await stopped;
  expect(done).toEqual([0]);
});
