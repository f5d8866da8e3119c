import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

const later = globalThis.setImmediate;

/**
 * Unmounts what a test rendered, and lets React finish the work it had scheduled. Without it that work runs after the file has ended, when
 * there is no `window`, and the run fails with an error of no test.
 */
afterEach(async () => {
  cleanup();
  for (let turn = 0; turn < 3; turn += 1) await new Promise<void>((done) => later(done));
});
