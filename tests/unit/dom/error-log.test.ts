import { afterEach, beforeEach, expect, it } from 'vitest';
import { clearErrors, useErrorLog, watchUncaughtErrors } from '../../../src/providers/error-log.ts';

const messages = () => useErrorLog.getState().errors.map(({ message }) => message);
const rejected = (reason: unknown) => window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));

let stop = (): void => undefined;
beforeEach(() => {
  clearErrors();
  stop = watchUncaughtErrors();
});
afterEach(() => stop());

it('an error that nothing catches appears in the error log, also that of a promise', () => {
  window.dispatchEvent(new ErrorEvent('error', { error: new Error('broken button'), message: 'Uncaught Error: broken button' }));
  rejected(new Error('broken promise'));
  expect(messages()).toEqual(['broken promise', 'broken button']);
  expect(useErrorLog.getState().errors[1]?.stack).toContain('broken button');
});

it('what has not failed does not appear: an aborted call, and an observer that needs another frame', () => {
  rejected(new DOMException('The user aborted a request.', 'AbortError'));
  window.dispatchEvent(new ErrorEvent('error', { message: 'ResizeObserver loop completed with undelivered notifications.' }));
  expect(messages()).toEqual([]);
});
