import { isCallError } from '../../providers/call-error.ts';
import { request } from '../../providers/request.ts';
import { getToken } from '../../providers/session.ts';
import type { Transport } from './sender.ts';

/** Milliseconds. If the newest scan of a batch is older, the current user did not make it and the batch does not extend the session. */
const FRESH = 60_000;

/** Sends batches over the page's normal calls. The queue reports failures and retries by itself. */
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
