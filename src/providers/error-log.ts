import { create } from 'zustand';
import { isCallError } from './call-error.ts';
import { currentUser } from './user.ts';

export type LoggedError = { at: string; message: string; info: string; url: string; stack: string; user: string; requestId: string };

/** Most errors kept. A fault that repeats every second must not fill the memory. */
const KEEP = 100;

export const useErrorLog = create<{ errors: readonly LoggedError[] }>(() => ({ errors: [] }));

export function logError(error: Omit<LoggedError, 'at' | 'url' | 'requestId'> & { url?: string; requestId?: string }): void {
  const entry = { url: window.location.href, requestId: '', ...error, at: new Date().toISOString() };
  useErrorLog.setState(({ errors }) => ({ errors: [entry, ...errors].slice(0, KEEP) }));
}

export const clearErrors = (): void => useErrorLog.setState({ errors: [] });

/** Browsers report this when an observer needs another frame. Nothing has failed. */
const HARMLESS = /^ResizeObserver loop/;

function logUncaught(error: unknown, info: string): void {
  // A failed call was told to the user and logged by the call itself. An aborted one was not needed any more.
  if (isCallError(error) || (error instanceof DOMException && error.name === 'AbortError')) return;
  const message = error instanceof Error ? error.message : String(error);
  if (HARMLESS.test(message)) return;
  logError({ message, info, stack: (error instanceof Error && error.stack) || '', user: currentUser()?.name ?? '' });
}

/** Logs errors that no code has caught, also those of promises. Errors of screens come from ErrorBoundary. @returns stops it */
export function watchUncaughtErrors(): () => void {
  const onError = ({ error, message, filename, lineno, colno }: ErrorEvent): void =>
    logUncaught(error ?? message, filename ? `${filename}:${lineno}:${colno}` : '');
  const onRejection = ({ reason }: PromiseRejectionEvent): void => logUncaught(reason, 'Promise');
  window.addEventListener('error', onError);
  window.addEventListener('unhandledrejection', onRejection);
  return () => {
    window.removeEventListener('error', onError);
    window.removeEventListener('unhandledrejection', onRejection);
  };
}
