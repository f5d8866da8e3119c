import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import type { Envelope, FieldError } from '#contract/envelope';
import { ERRORS, type ErrorCode } from '#contract/errors';
import { type PgError, pgErrorOf } from '../db/pg-error.ts';

/** A refusal that the client may read: a code of the catalogue and data made for it. Everything else is an InternalError without text. */
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

/** Codes of PostgreSQL, appendix A. */
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

/** `items_merchant_id_sku_key` names the columns that clash; the first column after the table names the field for the form. */
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
  // The books refuse with a sentence of their own (server/money/money.sql).
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

/** Refusals that are security events. */
const DENIED: ErrorCode[] = ['NotAllowed', 'RightsExceeded', 'LastAdmin'];

type OnDenied = (request: FastifyRequest, reason: string) => Promise<void>;

/** One handler maps every error; what it does not know is logged with the request id and says nothing. */
export function registerErrors(app: FastifyInstance, onDenied: OnDenied = async () => undefined): void {
  app.setErrorHandler(async (error, request, reply) => {
    const known = toDomainError(error);
    if (known && DENIED.includes(known.code))
      await onDenied(request, `${known.code} ${request.method} ${request.routeOptions.url ?? ''}`).catch((failed: unknown) =>
        request.log.error({ err: failed }, 'a denied access could not be recorded'),
      );
    if (!known) request.log.error({ err: error, url: request.url.split('?')[0] }, 'unexpected error');
    const answer = known ?? new DomainError('InternalError');
    if (answer.code === 'TooManyRequests' && typeof answer.data === 'number') reply.header('retry-after', answer.data);
    return reply.code(ERRORS[answer.code]).type('application/json; charset=utf-8').serializer(JSON.stringify).send(failure(answer));
  });
}
