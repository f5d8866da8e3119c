import { expect, it } from 'vitest';
import { ahead } from '../../server/core/ahead.ts';

/** Reading on while the caller works (server/core/ahead.ts). */

function source(values: number[], told: string[], fault?: Error): AsyncGenerator<number> {
  return (async function* () {
    try {
      for (const value of values) {
        told.push(`made ${value}`);
        yield value;
      }
      if (fault) throw fault;
    } finally {
      told.push('closed');
    }
  })();
}
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('gives all values in their order, each made while the caller works on the one before', async () => {
  const told: string[] = [];
  for await (const value of ahead(source([1, 2, 3], told))) {
    await turn();
    told.push(`used ${value}`);
  }
  expect(told).toEqual(['made 1', 'made 2', 'used 1', 'made 3', 'used 2', 'closed', 'used 3']);
});

it('throws the fault of the source after the values before it, also where the caller works long', async () => {
  const told: string[] = [];
  const all = async (): Promise<void> => {
    for await (const value of ahead(source([1], told, new Error('cut off')))) {
      for (let n = 0; n < 5; n += 1) await turn();
      told.push(`used ${value}`);
    }
  };
  await expect(all()).rejects.toThrow('cut off');
  expect(told).toEqual(['made 1', 'closed', 'used 1']);
});

it('closes the source where the caller stops early', async () => {
  const told: string[] = [];
  for await (const value of ahead(source([1, 2, 3], told))) if (value === 1) break;
  expect(told).toEqual(['made 1', 'made 2', 'closed']);
});
