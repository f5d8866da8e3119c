import type { FieldError, StaleData } from '#contract/core/envelope';
import { type ErrorCode, OUTAGES } from '#contract/core/errors';

/** `Network`: no answer. `Aborted`: the call was cancelled. */
export type CallCode = ErrorCode | 'Network' | 'Timeout' | 'Aborted' | 'Unreadable';

type CallFailure = { code: CallCode; statusCode: number; data: unknown; message: string; requestId?: string };

/** A call that failed. Has the shape of refine's HttpError. */
export class CallError extends Error {
  readonly code: CallCode;
  readonly statusCode: number;
  readonly data: unknown;
  /** The id of the call in the server's log. Empty if no answer came. */
  readonly requestId: string;
  /** True once the error was shown to the user. */
  shown = false;

  constructor({ code, statusCode, data, message, requestId = '' }: CallFailure) {
    super(message);
    this.name = 'CallError';
    this.code = code;
    this.statusCode = statusCode;
    this.data = data;
    this.requestId = requestId;
  }
}

export const isCallError = (error: unknown, code?: CallCode): error is CallError =>
  error instanceof CallError && (code === undefined || error.code === code);

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isFieldError = (value: unknown): value is FieldError =>
  isRecord(value) && typeof value.path === 'string' && typeof value.rule === 'string';

const WITHOUT_SERVER: readonly string[] = ['Network', 'Timeout', ...OUTAGES];
/** Status codes of a reverse proxy whose server is unavailable (RFC 9110, 15.6). */
const GATEWAY = new Set([502, 503, 504]);

/** Whether the server or its database could not be reached. Nothing was changed, and the same call may succeed later. */
export const isOutage = (error: unknown): boolean =>
  error instanceof CallError && (WITHOUT_SERVER.includes(error.code) || GATEWAY.has(error.statusCode));

/** The field errors of an InvalidInput or Duplicate answer. Empty for other errors. */
export const fieldErrors = (error: unknown): FieldError[] =>
  error instanceof CallError && Array.isArray(error.data) ? error.data.filter(isFieldError) : [];

const isStale = (value: unknown): value is StaleData => isRecord(value) && isRecord(value.current) && Array.isArray(value.fields);

export const staleData = (error: unknown): StaleData | null =>
  isCallError(error, 'StaleVersion') && isStale(error.data) ? error.data : null;
