import type { FieldError, StaleData } from '#contract/core/envelope';
import { type ErrorCode, OUTAGES } from '#contract/core/errors';

/** `Network` is no answer at all, `Aborted` a call that was given up. */
export type CallCode = ErrorCode | 'Network' | 'Timeout' | 'Aborted' | 'Unreadable';

type CallFailure = { code: CallCode; statusCode: number; data: unknown; message: string; requestId?: string };

/** A call that failed. Has the shape that refine expects of an HttpError. */
export class CallError extends Error {
  readonly code: CallCode;
  readonly statusCode: number;
  readonly data: unknown;
  /** The server's log names the call by it; '' where no answer came. */
  readonly requestId: string;
  /** True once the reader was told. */
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
/** What a reverse proxy answers while the server behind it is away (RFC 9110, 15.6). */
const GATEWAY = new Set([502, 503, 504]);

/** Nothing was decided: the server or its database could not be reached, and the same call may succeed in a moment. */
export const isOutage = (error: unknown): boolean =>
  error instanceof CallError && (WITHOUT_SERVER.includes(error.code) || GATEWAY.has(error.statusCode));

/** The faults of an InvalidInput or Duplicate answer; empty for anything else. */
export const fieldErrors = (error: unknown): FieldError[] =>
  error instanceof CallError && Array.isArray(error.data) ? error.data.filter(isFieldError) : [];

const isStale = (value: unknown): value is StaleData => isRecord(value) && isRecord(value.current) && Array.isArray(value.fields);

export const staleData = (error: unknown): StaleData | null =>
  isCallError(error, 'StaleVersion') && isStale(error.data) ? error.data : null;
