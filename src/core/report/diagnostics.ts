import { DIAGNOSTICS_MAX } from '#contract/core/limits';
import { type LoggedError, useErrorLog } from '../../providers/error-log.ts';
import { WEB_VERSION } from '../../providers/version.ts';

const SECRET = /token|secret|passw|auth|code|otp/i;
/** Number of stack lines to include. The rest is framework code. */
const STACK_LINES = 6;

/** The path and query of an address, without the fragment and without parameters that may be secret. */
export function safeAddress(address: string): string {
  const url = new URL(address, window.location.origin);
  const query = new URLSearchParams([...url.searchParams].filter(([name]) => !SECRET.test(name))).toString();
  return query === '' ? url.pathname : `${url.pathname}?${query}`;
}

const errorText = ({ at, message, info, url, stack, requestId }: LoggedError): string =>
  [`${at} ${message}`, info, requestId === '' ? '' : `request ${requestId}`, safeAddress(url), ...stack.split('\n').slice(0, STACK_LINES)]
    .filter((line) => line.trim() !== '')
    .join('\n');

/** Page, browser, version and the errors of this session, newest first, for the people who work on the report. */
export function collectDiagnostics(): string {
  const { errors } = useErrorLog.getState();
  const head = [
    `page ${safeAddress(window.location.href)}`,
    `window ${window.innerWidth} x ${window.innerHeight}, pixel ratio ${window.devicePixelRatio}`,
    `browser ${navigator.userAgent}`,
    `version ${WEB_VERSION}`,
    `at ${new Date().toISOString()}`,
  ].join('\n');
  // Removes characters that the server's text fields refuse.
  return [head, ...errors.map(errorText)]
    .join('\n\n')
    .replace(/[^\P{C}\n\t]/gu, '')
    .slice(0, DIAGNOSTICS_MAX);
}
