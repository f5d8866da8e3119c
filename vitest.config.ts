import { defineConfig } from 'vitest/config';

/**
 * Projects that talk to PostgreSQL (one for the whole run, a database of its own per test file), to real processes and to browsers. No test
 * judges a time, so each waits long before it gives up: a busy machine is slow, not wrong.
 */
const patient = {
  globalSetup: ['tests/support/global-setup.ts'],
  testTimeout: 360_000,
  hookTimeout: 360_000,
  expect: { poll: { timeout: 60_000 } },
};

export default defineConfig({
  test: {
    projects: [
      // Pure rules: no database, no browser.
      { test: { name: 'unit', include: ['tests/unit/**/*.test.ts'], exclude: ['tests/unit/dom/**'] } },
      // Parts of the screen that need a document, but no layout.
      { test: { name: 'dom', environment: 'happy-dom', include: ['tests/unit/dom/**/*.test.{ts,tsx}'], testTimeout: 15_000 } },
      // The server's calls over HTTP.
      { test: { name: 'api', include: ['tests/api/**/*.test.ts'], ...patient } },
      // Loops over the registries: what one area must have, every area has.
      { test: { name: 'conformance', include: ['tests/conformance/**/*.test.{ts,tsx}'], ...patient } },
      // The server as a process: started, killed, locked out, shut down.
      { test: { name: 'faults', include: ['tests/faults/**/*.test.ts'], ...patient } },
      // The built application in a browser.
      { test: { name: 'e2e', include: ['tests/e2e/**/*.test.ts'], ...patient } },
    ],
    // Two workers: the machines that run this have two cores.
    maxWorkers: 2,
    passWithNoTests: true,
  },
});
