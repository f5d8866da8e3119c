import { create } from 'zustand';
import { keepPaired, readPaired } from './paired.ts';
import type { Agent, AgentAnswer, AgentFile } from './types.ts';

/** The address of this computer's agent (specification, point 7). */
const ADDRESS = 'http://localhost:9100';
const FIND_TIMEOUT = 1500;
const PRINT_TIMEOUT = 10_000;

/**
 * `prompt`: the browser would ask whether this page may reach programs on this computer, so it is tried from a click only.
 * `denied`: not allowed. `unpaired`: the agent responds but is not paired with this browser.
 */
export type AgentState = 'unknown' | 'absent' | 'prompt' | 'denied' | 'unpaired' | 'connected';
export const useAgent = create<{ state: AgentState; printers: readonly string[] }>(() => ({ state: 'unknown', printers: [] }));

type Reply = { status: number; body: Record<string, unknown> };

/** @throws if there is no answer in time, or the browser does not allow the request */
async function ask(path: string, timeout: number, body?: unknown): Promise<Reply> {
  const response = await fetch(`${ADDRESS}${path}`, {
    ...(body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    credentials: 'omit',
    cache: 'no-store',
    signal: AbortSignal.timeout(timeout),
    // Makes Chrome ask for access to this computer only, not to the whole network.
    ...({ targetAddressSpace: 'loopback' } as RequestInit),
  });
  const text = await response.text();
  let read: unknown = {};
  try {
    read = JSON.parse(text);
  } catch {
    // An answer without JSON does not come from our agent. Its status is enough.
  }
  return { status: response.status, body: typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : {} };
}

/** Chrome's local-network permission. Browsers without it allow every page. A page served from this computer needs none. */
async function permission(): Promise<PermissionState> {
  try {
    const { state } = await navigator.permissions.query({ name: 'loopback-network' as PermissionName });
    return state === 'prompt' && ['localhost', '127.0.0.1'].includes(window.location.hostname) ? 'granted' : state;
  } catch {
    return 'granted';
  }
}

const codeOf = ({ status, body }: Reply): string => (typeof body['error'] === 'string' ? body['error'] : `HTTP ${status}`);

/** 4xx and a printer's own error mean that nothing was printed. With any other failure the result is unknown. */
export function readAnswer(reply: Reply): AgentAnswer {
  const { status, body } = reply;
  if (status === 200 && (body['state'] === 'printed' || body['state'] === 'already')) return { kind: 'printed' };
  const code = codeOf(reply);
  const unclear = [408, 409, 429].includes(status);
  const refused = (status >= 400 && status < 500 && !unclear) || body['error'] === 'PrinterFailed';
  return { kind: refused ? 'refused' : 'lost', code };
}

async function printFile(token: string, file: AgentFile): Promise<AgentAnswer> {
  try {
    return readAnswer(await ask('/', PRINT_TIMEOUT, { ...file, token }));
  } catch (error) {
    return { kind: 'lost', code: error instanceof Error ? error.name : 'lost' };
  }
}

const settle = (state: AgentState, printers: readonly string[] = []): null => {
  useAgent.setState({ state, printers });
  return null;
};

/**
 * The paired agent of this computer. Null if there is none; `useAgent` has the reason.
 * Never triggers the browser's permission prompt. For that, call `connectAgent` from a click.
 */
export async function findAgent(): Promise<Agent | null> {
  const paired = readPaired();
  const may = await permission();
  if (may === 'denied') return settle('denied');
  if (may === 'prompt') return settle('prompt');
  if (!paired) return settle('unpaired');
  try {
    const reply = await ask('/printers', FIND_TIMEOUT);
    const { printers } = reply.body;
    if (reply.status !== 200 || !Array.isArray(printers)) return settle(reply.status === 403 ? 'unpaired' : 'absent');
    const names = printers.filter((name): name is string => typeof name === 'string');
    settle('connected', names);
    return { agentId: paired.agentId, printers: names, print: (file) => printFile(paired.token, file) };
  } catch {
    return settle((await permission()) === 'denied' ? 'denied' : 'absent');
  }
}

/**
 * Call from a click, because it may trigger the browser's permission prompt. Returns the agent's id for pairing, null if no agent responds.
 */
export async function connectAgent(): Promise<string | null> {
  try {
    // Long timeout, because the user must answer the browser's prompt.
    const { status, body } = await ask('/status', 60_000);
    const { agentId, paired } = body;
    if (status !== 200 || typeof agentId !== 'string') return settle('absent');
    if (paired === true && readPaired()?.agentId === agentId) await findAgent();
    else settle('unpaired');
    return agentId;
  } catch {
    return settle((await permission()) === 'denied' ? 'denied' : 'absent');
  }
}

/** Sends the agent the code from its terminal and the key for our signatures. Returns the error, or null when paired. */
export async function pairAgent(agentId: string, code: string, key: string): Promise<string | null> {
  try {
    const reply = await ask('/pair', PRINT_TIMEOUT, { code, key });
    const { token } = reply.body;
    if (reply.status !== 200 || typeof token !== 'string') return codeOf(reply);
    keepPaired({ agentId, token });
    await findAgent();
    return null;
  } catch {
    settle('absent');
    return 'Absent';
  }
}
