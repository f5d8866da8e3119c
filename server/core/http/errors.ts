import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import type { Envelope, FieldError } from '#contract/core/envelope';
import { ERRORS, type ErrorCode } from '#contract/core/errors';
import { freeBytes, outageOf } from '../db/outage.ts';
import { type PgError, pgErrorOf } from '../db/pg-error.ts';

/** A refusal that is sent to the client: an error code and its data. Every other error becomes an InternalError without details. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly data: unknown;
  constructor(code: ErrorCode, data: unknown = null) {
    super(code);
    this.code = code;
    this.data = data;
  }
}

export const invalid = (errors: FieldError[]): DomainError => new DomainError('InvalidInput', errors);

/** Error codes of PostgreSQL, appendix A. */
const PG_CODES: Record<string, ErrorCode> = {
  '23505': 'Duplicate',
  '23503': 'InUse',
  '23001': 'IntegrityError',
  '23514': 'IntegrityError',
  '23502': 'IntegrityError',
  '22P02': 'InvalidInput',
  '22P05': 'InvalidInput',
  '22021': 'InvalidInput',
  '22003': 'InvalidInput',
  '22007': 'InvalidInput',
  '22008': 'InvalidInput',
  '42501': 'NotFound',
};

/** The name `items_merchant_id_sku_key` lists the columns of the key. It determines the field to mark in the form. */
function duplicateData(error: PgError): unknown {
  const columns = /^Key \(([^)]+)\)=/.exec(error.detail ?? '')?.[1];
  const key = columns
    ?.split(', ')
    .at(-1)
    ?.replace(/^lower\((.*)\)$/, '$1');
  return key ? [{ path: key.replace(/::.*$/, '').replace(/_([a-z])/g, (_, l: string) => l.toUpperCase()), rule: 'duplicate' }] : null;
}

export function toDomainError(error: unknown): DomainError | null {
  if (error instanceof DomainError) return error;
  const pg = pgErrorOf(error);
  // Triggers raise their own sentence (server/modules/money/posting-triggers.sql, orders/returns.sql).
  if (pg?.code === 'KM001') return new DomainError('StateRefused', pg.message ?? null);
  const code = pg?.code ? PG_CODES[pg.code] : undefined;
  if (pg && code) return new DomainError(code, code === 'Duplicate' ? duplicateData(pg) : null);
  const http = error as FastifyError;
  if (http.statusCode === 413) return new DomainError('UploadTooLarge');
  if (http.statusCode === 429) return new DomainError('TooManyRequests');
  if (http.statusCode && http.statusCode >= 400 && http.statusCode < 500) return new DomainError('InvalidInput');
  return null;
}

export const failure = (error: DomainError): Envelope<unknown> => ({ code: error.code, data: error.data, error: error.message });

/** Refusals that are recorded as security events. */
const DENIED: ErrorCode[] = ['NotAllowed', 'RightsExceeded', 'LastAdmin'];
/** Seconds after which a client may try again. PostgreSQL restarts in two or three seconds; a full disk must be freed by people. */
const RETRY_AFTER: Partial<Record<ErrorCode, number>> = { DatabaseUnavailable: 2, StorageFull: 30 };
/** PostgreSQL stops if it cannot add a file of 16 MB to its log, and is unavailable until there is space again. */
const LOG_FILE_BYTES = 17 * 1024 * 1024;

/** Replaces DatabaseUnavailable by StorageFull if the disk of the database is full. */
async function causeOf(error: DomainError, databaseFolder: string | null): Promise<DomainError> {
  if (error.code !== 'DatabaseUnavailable' || databaseFolder === null) return error;
  return (await freeBytes(databaseFolder)) < LOG_FILE_BYTES ? new DomainError('StorageFull') : error;
}

/** Seconds to wait before the next try; undefined if waiting does not help. */
const retryAfterOf = ({ code, data }: DomainError): number | undefined =>
  code === 'TooManyRequests' && typeof data === 'number' ? data : RETRY_AFTER[code];

type ErrorOptions = {
  /** Data directory of the embedded PostgreSQL; null if another server is used. */
  databaseFolder: string | null;
  onDenied: (request: FastifyRequest, reason: string) => Promise<void>;
};

/** The error handler of all routes. Unknown errors are logged with the request id and answered without details. */
export function registerErrors(app: FastifyInstance, { databaseFolder, onDenied }: ErrorOptions): void {
  app.setErrorHandler(async (error, request, reply) => {
    // Not part of toDomainError: a caller that refuses single rows of many must abort completely if the database is unavailable.
    const outage = outageOf(error);
    const known = outage ? await causeOf(new DomainError(outage), databaseFolder) : toDomainError(error);
    const answer = known ?? new DomainError('InternalError');
    if (DENIED.includes(answer.code))
      await onDenied(request, `${answer.code} ${request.method} ${request.routeOptions.url ?? ''}`).catch((failed: unknown) =>
        request.log.error({ err: failed }, 'a denied access could not be recorded'),
      );
    const retryAfter = retryAfterOf(answer);
    const url = request.url.split('?')[0];
    if (!known) request.log.error({ err: error, url }, 'unexpected error');
    else if (outage) request.log.warn({ err: error, url }, answer.code);
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
    return reply.code(ERRORS[answer.code]).type('application/json; charset=utf-8').serializer(JSON.stringify).send(failure(answer));
  });
}
