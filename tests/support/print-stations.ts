import { randomUUID } from 'node:crypto';
import type { PrintJob } from '#contract/printing/jobs';
import { readAnswer } from '../../src/print/hub/agent.ts';
import type { Ways } from '../../src/print/hub/run.ts';
import type { Agent, JobCalls, Printer } from '../../src/print/hub/types.ts';
import { CallError } from '../../src/providers/call-error.ts';
import { type RunningAgent, rawCall } from './print-agent.ts';
import type { TestServer } from './server.ts';

const HOUSE = 'https://kontor.example';
export const PRINTER: Printer = { name: 'Labels', format: 'pdf', dpi: 203 };

export type Station = { ways: Ways; client: string; opened: string[] };

/** Computers that print by a real server and a real agent, without a browser. */
export function printStations(server: TestServer, token: string) {
  const callsOf = (client: string): JobCalls => {
    const made = async <T>(method: string, path: string, body?: object): Promise<T> => {
      const answer = await server.call<T>(method, path, body, token);
      if (answer.code === 'OK') return answer.data;
      throw new CallError({ code: answer.code as never, statusCode: answer.status, data: answer.data, message: answer.error ?? '' });
    };
    const step = <T>(id: string, name: string, body: object) => made<T>('POST', `/v0/print/jobs/${id}/${name}`, { client, ...body });
    return {
      ask: (wish) => made('POST', '/v0/print/jobs', wish),
      read: (id) => made('GET', `/v0/print/jobs/${id}?client=${client}`),
      claim: (id, place) => step(id, 'claim', { agent: place }),
      offer: (id) => step(id, 'offer', {}),
      sent: (id, sent) => step(id, 'sent', sent),
      end: (id, end) => step(id, 'end', end),
      answer: (id, cameOut) => step(id, 'answer', { cameOut }),
    };
  };

  /** The agent of a computer, paired; `way` is what its calls go through. */
  async function paired(agent: RunningAgent, way: { url: string } = agent, timeout = 10_000): Promise<Agent> {
    const headers = { 'content-type': 'application/json', origin: HOUSE };
    const { body } = await rawCall(agent.url, 'GET', '/status', headers);
    const agentId = String(body['agentId']);
    const { key } = (await server.call<{ key: string }>('POST', '/v0/print/agents', { agentId }, token)).data;
    const pair = await rawCall(agent.url, 'POST', '/pair', headers, JSON.stringify({ code: agent.code(), key }));
    return {
      agentId,
      printers: ['Labels', 'Documents'],
      print: async (file) => {
        const late = new Promise<never>((_resolve, reject) => setTimeout(() => reject(new Error('TimeoutError')), timeout).unref());
        const answer = rawCall(way.url, 'POST', '/', headers, JSON.stringify({ ...file, token: pair.body['token'] }));
        answer.catch(() => undefined);
        return Promise.race([answer, late]).then(readAnswer, () => ({ kind: 'lost', code: 'lost' }) as const);
      },
    };
  }

  function station(found: Agent | null, more: Partial<Ways> = {}): Station {
    const client = randomUUID();
    const opened: string[] = [];
    const ways: Ways = {
      calls: callsOf(client),
      draw: async (job) => ({
        files: [{ type: 'pdf', bytes: Buffer.from(`%PDF ${job.key}`), pages: 1, copies: 1, title: '' }],
        warnings: [],
      }),
      accept: async () => true,
      place: 'Pack 1',
      findAgent: async () => found,
      choosePrinter: async () => PRINTER,
      remember: () => undefined,
      patience: async () => undefined,
      show: (job) => opened.push(job.key) > 0,
      showLater: (job) => opened.push(job.key),
      ...more,
    };
    return { ways, client, opened };
  }

  return {
    paired,
    station,
    askBy: ({ ways, client }: Station): Promise<PrintJob> =>
      ways.calls.ask({ client, document: 'codeLabel', records: [{ type: 'code128', code: 'KT-1' }] }, randomUUID()),
    stateOf: async (job: PrintJob): Promise<string> =>
      (await server.call<{ state: string }>('GET', `/v0/printJobs/${job.id}`, undefined, token)).data.state,
  };
}
