import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { GUARDS } from './tests/guards/guards.ts';
import { guardSwitches } from './tests/guards/switches.ts';

const everywhere = {
  // No test judges a time, so each waits long before it gives up: a busy machine is slow, not wrong.
  testTimeout: 360_000,
  hookTimeout: 360_000,
  // MiB for young objects: a tenth less processor time, because most are garbage before the space is full (docs/adr/0022-test-time.md).
  execArgv: ['--min-semi-space-size=64', '--max-semi-space-size=64'],
};

/**
 * Projects that talk to PostgreSQL (one for the whole run, a database of its own per test file), to real processes and to browsers.
 */
const patient = {
  globalSetup: ['tests/support/global-setup.ts'],
  ...everywhere,
  expect: { poll: { timeout: 60_000 } },
};

/** The same, of what was built. */
const built = { ...patient, globalSetup: ['tests/support/build-first.mjs', ...patient.globalSetup] };

/**
 * Their files share a module cache, because to load the server again for each takes longer than most of them run. So a test may leave nothing
 * in a module: no replaced import, no setting.
 */
const shared = { isolate: false };

/**
 * One run of everything (`npm test`) makes one project of the three that only differ in what they are about: each project transforms the
 * server anew, and loads it anew in each of its workers. `faults` stays apart, it puts parts of a browser into its worker.
 */
const together = {
  test: { name: 'together', include: ['tests/{api,conformance,e2e}/**/*.test.{ts,tsx}'], ...built, ...shared },
};

export default defineConfig({
  test: {
    projects: [
      // Pure rules: no database, no browser.
      { test: { name: 'unit', include: ['tests/unit/**/*.test.ts'], exclude: ['tests/unit/dom/**'], ...everywhere, ...shared } },
      // Parts of the screen that need a document, but no layout.
      {
        test: {
          name: 'dom',
          environment: 'happy-dom',
          include: ['tests/unit/dom/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/support/unmount.ts', 'tests/support/patience.ts'],
          ...everywhere,
        },
      },
      // The server's calls over HTTP.
      { test: { name: 'api', include: ['tests/api/**/*.test.ts'], ...patient, ...shared } },
      // Loops over the registries: what one area must have, every area has.
      { test: { name: 'conformance', include: ['tests/conformance/**/*.test.{ts,tsx}'], ...patient, ...shared } },
      // Each guard of rows, calls and audit: that it holds, and that it is missed when it is switched off in the running server.
      { plugins: [guardSwitches(GUARDS)], test: { name: 'guards', include: ['tests/guards/**/*.test.ts'], ...patient, ...shared } },
      // The server as a process: started, killed, locked out, shut down.
      { test: { name: 'faults', include: ['tests/faults/**/*.test.ts'], ...built, ...shared } },
      // The built application in a browser.
      { test: { name: 'e2e', include: ['tests/e2e/**/*.test.ts'], ...built, ...shared } },
      // Only where it is asked for: a run without `--project` would run its files twice.
      ...(process.env['KONTOR_TESTS'] === 'together' ? [together] : []),
    ],
    // One for each core, and two where there is one: a file often waits for a server or a browser.
    maxWorkers: Math.max(2, availableParallelism()),
    ...(process.env['KONTOR_RELIABILITY'] === 'write' ? { reporters: ['default', './tests/support/reliability-reporter.ts'] } : {}),
    passWithNoTests: true,
  },
});
