import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { MUTATIONS } from '../faults/mutations.ts';

/** Guards that `npm run rigs:mutate` takes out: one that is not found any more would not be tried. */

const ROOT = join(import.meta.dirname, '../..');

it('each guard stands in its file once, and its rig is there', () => {
  expect(MUTATIONS.length).toBeGreaterThan(20);
  const lost = MUTATIONS.filter(({ file, out, rig }) => {
    const times = readFileSync(join(ROOT, file), 'utf8').split(out).length - 1;
    return times !== 1 || !existsSync(join(ROOT, `tests/${rig.includes('/') ? rig : `faults/${rig}`}.test.ts`));
  });
  expect(lost.map(({ name }) => name)).toEqual([]);
});
