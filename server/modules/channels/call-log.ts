import { sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { command } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/http/context.ts';
import { toDomainError } from '../../core/http/errors.ts';

/** Longest note of a refusal. */
const TEXT_MAX = 500;

const insertCall = command(
  (call: {
    merchantId: string;
    channel: string | null;
    kind: string;
    key: string;
    ms: number;
    status: number;
    result: string;
    text: string;
    requestId: string;
  }) => sql`insert into channel_calls (channel_id, kind, key, ms, status, result, text, request_id)
    select c.id, ${call.kind}, ${call.key}, ${call.ms}::int, ${call.status}::int, ${call.result}, ${call.text}, ${call.requestId} from channels c
    where c.merchant_id = ${call.merchantId}::uuid and c.kind = 'api' and c.deleted_at is null and (${call.channel}::text is null or c.id::text = ${call.channel}::text)
    order by c.active desc, c.sort_at limit 1`,
);

/** What was refused, without what was sent: paths and rules of fields, or the key of a sentence. */
function noteOf(data: unknown): string {
  if (typeof data === 'string') return data.slice(0, TEXT_MAX);
  if (!Array.isArray(data)) return '';
  return data
    .map((fault: { path?: unknown; rule?: unknown }) => `${String(fault.path)}: ${String(fault.rule)}`)
    .join(', ')
    .slice(0, TEXT_MAX);
}

/**
 * Route options that record the calls of programs with their answer, for those who look for a missing order. Written after the answer, so
 * that a refused call is recorded, too.
 */
export function logCalls({ db, log }: Pick<AppContext, 'db' | 'log'>) {
  const refusals = new WeakMap<FastifyRequest, { code: string; text: string }>();
  return {
    onError: async (request: FastifyRequest, _reply: FastifyReply, error: unknown): Promise<void> => {
      const known = toDomainError(error);
      refusals.set(request, { code: known?.code ?? 'InternalError', text: noteOf(known?.data) });
    },
    onResponse: async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const merchantId = request.actor?.merchantId;
      if (!merchantId) return;
      const { channel } = request.query as { channel?: unknown };
      const { externalNo = '' } = (request.params ?? {}) as { externalNo?: string };
      const { code, text } = refusals.get(request) ?? { code: 'OK', text: '' };
      await insertCall(db, {
        merchantId,
        channel: typeof channel === 'string' ? channel : null,
        kind: `${request.method} ${request.routeOptions.url ?? ''}`,
        key: externalNo.slice(0, 60),
        ms: Math.round(reply.elapsedTime),
        status: reply.statusCode,
        result: code,
        text,
        requestId: request.id,
      }).catch((failed: unknown) => log.warn({ err: failed }, 'a call of a program could not be recorded'));
    },
  };
}
