import type { PrintJob } from '#contract/printing/jobs';
import { newIntent } from '../../providers/new-id.ts';
import { request } from '../../providers/request.ts';
import { readStored, writeStored } from '../../providers/storage.ts';
import type { JobCalls } from './types.ts';

const CLIENT = 'kontor-print-client';

/** The id of this browser as the holder of its jobs. The same in all tabs and after a restart. */
function clientId(): string {
  const known = readStored(CLIENT);
  if (known) return known;
  const made = newIntent();
  writeStored(CLIENT, made);
  return made;
}

export const ownClient: string = clientId();

const step = <T = PrintJob>(id: string, name: string, body: object): Promise<T> =>
  request<T>('POST', `/v0/print/jobs/${encodeURIComponent(id)}/${name}`, {
    body: { client: ownClient, ...body },
    handles: 'all',
    background: true,
  });

/** The hub reports the result of a job, so single calls show no errors. */
export const jobCalls: JobCalls = {
  ask: (wish, intent) => request<PrintJob>('POST', '/v0/print/jobs', { body: wish, intent, handles: ['Duplicate'] }),
  read: (id) =>
    request<PrintJob>('GET', `/v0/print/jobs/${encodeURIComponent(id)}`, {
      params: { client: ownClient },
      handles: 'all',
      background: true,
    }),
  claim: (id, agent) => step(id, 'claim', { agent }),
  offer: (id) => step(id, 'offer', {}),
  sent: (id, sent) => step<PrintJob & { signature: string | null }>(id, 'sent', sent),
  end: (id, end) => step(id, 'end', end),
  answer: (id, cameOut) => step(id, 'answer', { cameOut }),
};

/** The key with which an agent verifies our signatures. @throws CallError, already shown */
export const agentKey = async (agentId: string): Promise<string> =>
  (await request<{ key: string }>('POST', '/v0/print/agents', { body: { agentId } })).key;
