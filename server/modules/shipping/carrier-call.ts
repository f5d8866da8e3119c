import type { ReasonCode } from '#contract/orders/reasons';
import { callJson, type JsonCall } from '../../core/call-json.ts';
import { CarrierError } from './adapter.ts';

/** One call to the interface of a carrier or a gateway, and what its failures mean. */

export type CarrierCall<T> = JsonCall<T> & {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** What an answer other than 2xx means. @param text its body @param retryAfter the header */
  faultOf: (status: number, text: string, retryAfter: string | null) => CarrierError;
};

/** A 2xx answer that is cut off or has another shape counts as `unknown`. @throws CarrierError */
export async function callCarrier<T>(url: string, { faultOf, ...call }: CarrierCall<T>): Promise<T> {
  const answer = await callJson(url, call);
  if ('value' in answer) return answer.value;
  const { fault } = answer;
  if (fault.is === 'refused') throw faultOf(fault.status, fault.text, fault.retryAfter);
  if (fault.is === 'unreadable') throw new CarrierError({ kind: 'unknown', message: fault.message });
  // People read it: the name that the network has for it says nothing to them.
  throw new CarrierError({ kind: fault.is === 'notConnected' ? 'busy' : 'unknown', message: 'noAnswer' satisfies ReasonCode });
}

/** Too many calls. @param retryAfter seconds, as the carrier wrote them */
export function busy(message: string, retryAfter: string | null): CarrierError {
  const seconds = Number(retryAfter);
  return new CarrierError({ kind: 'busy', message, ...(seconds > 0 ? { retryAfter: seconds } : {}) });
}
