import { type TestContext, TestRunner } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** What the test counted or measured, for docs/reliability.md. */
    figures?: string[];
  }
}

/**
 * Says what the running test counted or measured: "1,200 scans, 14 answers lost". Prints it, and keeps it for docs/reliability.md.
 * Only counts and measures that the test took itself; a figure is never judged. Call it at the end of the test, so that a failed test has none.
 * @param task the test's own (`({ task }) => …`), where tests run at the same time
 */
export function figure(text: string, task?: TestContext['task']): void {
  const test = task ?? TestRunner.getCurrentTest();
  if (!test) throw new Error('figure() is called outside of a test');
  (test.meta.figures ??= []).push(text);
  console.info(text);
}
