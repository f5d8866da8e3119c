import { create } from 'zustand';

export type LoggedError = { at: string; message: string; info: string; url: string; stack: string; user: string; requestId: string };

/** Most errors kept. A fault that repeats every second must not fill the memory. */
const KEEP = 100;

export const useErrorLog = create<{ errors: readonly LoggedError[] }>(() => ({ errors: [] }));

export function logError(error: Omit<LoggedError, 'at' | 'url' | 'requestId'> & { url?: string; requestId?: string }): void {
  const entry = { url: window.location.href, requestId: '', ...error, at: new Date().toISOString() };
  useErrorLog.setState(({ errors }) => ({ errors: [entry, ...errors].slice(0, KEEP) }));
}

export const clearErrors = (): void => useErrorLog.setState({ errors: [] });
