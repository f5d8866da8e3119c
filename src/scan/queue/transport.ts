import { isCallError } from '../../providers/call-error.ts';
import { request } from '../../providers/request.ts';
import { getToken } from '../../providers/session.ts';
import type { Transport } from './sender.ts';

/** A batch whose newest scan is older than this was not made by whoever is at the screen now: it does not keep the session awake. */
const FRESH = 60_000;

/** Batches over the calls of the page. The queue says by itself what goes wrong, and tries again by itself. */
export const httpTransport: Transport = async (batch, signal) => {
  if (getToken() === '') return { status: 403, code: 'NoSession', data: null };
  const newest = Date.parse(batch.events.at(-1)?.at ?? '');
  try {
    const background = Date.now() - newest > FRESH;
    return { status: 200, code: 'OK', data: await request('POST', '/v0/scan/events', { body: batch, signal, background, handles: 'all' }) };
  } catch (error) {
    if (isCallError(error) && error.statusCode >= 400) return { status: error.statusCode, code: error.code, data: error.data };
    throw error;
  }
};
