import type { Profile } from '#contract/scanning/commands';
import type { Work } from '#contract/scanning/work';
import { request } from '../../providers/request.ts';

const WORK_LIMIT = 20_000;
/** A worker waits with a piece in hand: then the station answers by itself. Milliseconds. */
const FIND_LIMIT = 2_500;

type Where = { profile: Profile; stationId: string };
const quiet = { background: true, handles: 'all' } as const;

/** `opened` are the orders and lists that this station has in hand; they are sent along however much waits before them. */
export const readWork = ({ opened, ...where }: Where & { opened: readonly string[] }, signal: AbortSignal): Promise<Work> =>
  request<Work>('GET', '/v0/scan/work', { params: { ...where, opened: opened.join(',') }, signal, timeout: WORK_LIMIT, ...quiet });

/** What a code may mean that the device does not know; null without an answer in time. */
export const findCode = (params: Where & { code: string }, signal: AbortSignal): Promise<Work | null> =>
  request<Work>('GET', '/v0/scan/find', { params, signal, timeout: FIND_LIMIT, ...quiet }).catch(() => null);
