import { statfs } from 'node:fs/promises';
import { pgErrorOf } from './pg-error.ts';

/** Why the database or the disk cannot be used at the moment. Both are error codes (contract/core/errors.ts). */
export type Outage = 'DatabaseUnavailable' | 'StorageFull';

/**
 * PostgreSQL, appendix A: connection exceptions, shutdown, crash, not yet accepting connections, too many connections, read-only
 * standby.
 */
const UNAVAILABLE_STATES = /^(08|57P0[1-5]|53300|25006)/;
/** disk_full. Out of memory and configured limits are not included. */
const DISK_FULL = '53100';
/** io_error: PostgreSQL reports it for a full disk when writing its log. */
const IO_ERROR = '58030';
const NO_SPACE = /no space left on device|disk quota exceeded/i;

/** Errors of the driver without a code (pg/lib/client.js, pg-pool/index.js). */
const DRIVER_MESSAGES = new Set([
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
]);
const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
const SOCKET_CALLS = new Set(['connect', 'read', 'write', 'getaddrinfo']);

type Link = { name?: unknown; message?: unknown; code?: unknown; syscall?: unknown; command?: unknown; cause?: unknown; errors?: unknown };
const isLink = (value: unknown): value is Link => typeof value === 'object' && value !== null;

/** The error and its causes, outermost first. */
function chainOf(error: unknown): Link[] {
  const chain: Link[] = [];
  for (let link = error; isLink(link) && chain.length < 10; link = link.cause) {
    chain.push(link);
    // A host with several IP addresses fails with one error for each of them.
    if (Array.isArray(link.errors) && isLink(link.errors[0])) chain.push(link.errors[0]);
  }
  return chain;
}

/** Calls to carriers and shops (fetch) and to the mail server fail with the same system codes, but are not database outages. */
const isForeign = ({ name, command }: Link): boolean => name === 'TypeError' || command !== undefined;

/** The outage that an error reports; null for all other errors. */
export function outageOf(error: unknown): Outage | null {
  const chain = chainOf(error);
  const state = pgErrorOf(error);
  if (state?.code === DISK_FULL || (state?.code === IO_ERROR && NO_SPACE.test(state.message ?? ''))) return 'StorageFull';
  if (chain.some(({ code }) => code === 'ENOSPC' || code === 'EDQUOT')) return 'StorageFull';
  if (state && UNAVAILABLE_STATES.test(state.code)) return 'DatabaseUnavailable';
  if (chain.some(({ message }) => typeof message === 'string' && DRIVER_MESSAGES.has(message))) return 'DatabaseUnavailable';
  if (chain.some(isForeign)) return null;
  const isSocket = chain.some(({ code, syscall }) => SOCKET_CODES.has(String(code)) && SOCKET_CALLS.has(String(syscall)));
  return isSocket ? 'DatabaseUnavailable' : null;
}

/** Bytes that an unprivileged process can still write below a folder. Infinity if unknown. */
export async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
