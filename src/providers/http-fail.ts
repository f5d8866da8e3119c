import type { Envelope } from '#contract/core/envelope';
import type { ErrorCode } from '#contract/core/errors';
import { ALERT_MOBILE_UP_TO, EXPIRY_CHECK_SECONDS, IDLE_MINUTES } from '#contract/core/limits';
import { idleSince } from './activity.ts';
import { CallError, fieldErrors } from './call-error.ts';
import { logError } from './error-log.ts';
import { showAlert, showToast } from './feedback.ts';
import { hasText, loadNamespace, translate } from './i18n.ts';
import { endSession, getCreatedAt, getToken } from './session.ts';
import { currentUser } from './user.ts';

/** Codes that the caller shows itself, at a field or in a dialog. `all` is for the login page. */
export type Handles = readonly ErrorCode[] | 'all';

/**
 * Whether a refused session has probably expired, so that the user is told so. The specification compares the session's age with 3700
 * without a unit (seconds here). 40 idle minutes end a session as well.
 */
export function closeToExpiry(createdAt: number, idleFrom: number, now: number): boolean {
  if (createdAt === 0) return false;
  return now - createdAt >= EXPIRY_CHECK_SECONDS * 1000 || now - idleFrom >= IDLE_MINUTES * 60_000;
}

const isMobile = (): boolean => window.innerWidth <= ALERT_MOBILE_UP_TO;

/** The message for a code, or the general message. If `data` is a locale key, its text takes precedence. */
export function messageFor(code: string, data?: unknown): string {
  if (typeof data === 'string' && textOf(data) !== data) return textOf(data);
  const key = `errors.${code}`;
  return hasText(key) ? translate(key) : translate('errors.InternalError');
}

/** The reason for a refusal may be a locale key of the area (`tasks.refusals.closed`). */
const textOf = (data: string): string => (/^\w+(\.\w+)+$/.test(data) && hasText(data) ? translate(data) : data);

/** The part of an answer's data that is readable for the user, beyond its code. */
function readableData(error: CallError): string {
  const faults = fieldErrors(error);
  if (faults.length > 0) return faults.map((f) => `${f.path}: ${translate(`rules.${f.rule}`, f.params)}`).join('\n');
  return typeof error.data === 'string' && error.data !== error.code ? textOf(error.data) : '';
}

export function log(error: CallError, request: string): void {
  const data = error.data === null || error.data === undefined ? '' : ` ${JSON.stringify(error.data)}`;
  logError({
    message: `${error.code}: ${error.message}${data}`,
    info: request,
    stack: error.stack ?? '',
    user: currentUser()?.name ?? '',
    requestId: error.requestId,
  });
}

/** Faults of the server, not of the user. Admins find them in the log by the request id. */
const OURS: ReadonlySet<string> = new Set(['InternalError', 'StorageFull', 'Unreadable']);

/** Shows an error as the specification's point 8 requires, unless the caller handles its code. */
export function report(error: CallError, request: string, handles: Handles = []): void {
  if (handles === 'all' || (handles as readonly string[]).includes(error.code)) return;
  error.shown = true;
  log(error, request);
  const area = unloadedArea(error.data);
  if (area === null) show(error);
  else void loadNamespace(area).then(() => show(error));
}

/** The area whose texts say why, if the page has not loaded them: a shift is refused because its month is closed. */
const unloadedArea = (data: unknown): string | null => {
  const area = typeof data === 'string' ? /^(\w+)\.refusals\.\w+$/.exec(data)?.[1] : undefined;
  return area !== undefined && typeof data === 'string' && !hasText(data) ? area : null;
};

/** The message for a refused call, after the texts of the area that says why were loaded. For callers that show it themselves. */
export async function reasonOf({ code, data }: { code: string; data?: unknown }): Promise<string> {
  const area = unloadedArea(data);
  if (area !== null) await loadNamespace(area);
  return messageFor(code, data);
}

function show(error: CallError): void {
  const message = messageFor(error.code);
  if (error.code === 'ToFront') {
    showAlert({ text: readableData(error) || error.message, mobile: isMobile() });
  } else {
    const data = readableData(error);
    if (data !== '') showAlert({ title: message, text: data, mobile: isMobile() });
  }
  const isOurs = OURS.has(error.code) && error.requestId !== '';
  showToast('error', isOurs ? `${message} ${translate('requestId', { id: error.requestId })}` : message);
}

/** Handles 403, which always means that there is no valid session. Ends the session once, however many calls are refused. */
export function refuseSession(envelope: Envelope<unknown>): CallError {
  const error = new CallError({ code: 'NoSession', statusCode: 403, data: envelope.data, message: envelope.error ?? 'no session' });
  error.shown = true;
  // The session has already ended. This is a late answer to one of its calls.
  if (getToken() === '') return error;
  const used = closeToExpiry(getCreatedAt(), idleSince(), Date.now());
  endSession(used ? 'expired' : 'ended');
  showToast('error', messageFor('NoSession'));
  return error;
}
