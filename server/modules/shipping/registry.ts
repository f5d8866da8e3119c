import type { CARRIER_APIS } from '#contract/shipping/carriers';
import type { Config } from '../../core/config.ts';
import type { Db } from '../../core/db/client.ts';
import type { CarrierAdapter } from './adapter.ts';
import { simulatedCarrier } from './simulated.ts';

/** Dependencies of the code that calls carriers. */
export type CarrierContext = { config: Config; db: Db; log: { warn: (data: object, text: string) => void } };

type Api = (typeof CARRIER_APIS)[number];
type Make = (context: CarrierContext, code: string) => CarrierAdapter;
/** The adapter of each carrier API; null if labels come from elsewhere. The type requires an entry for each API. */
const ADAPTERS: Record<Api, Make | null> = {
  simulated: ({ db, config }, code) => simulatedCarrier(db, code, config.KONTOR_CARRIER_FAULTS),
  none: null,
};
/** The APIs with which labels can be bought. */
export const BUYING_APIS = (Object.keys(ADAPTERS) as Api[]).filter((api) => ADAPTERS[api] !== null);
/** Those of them whose adapter has `returnLabel`. */
export const RETURN_APIS: readonly Api[] = ['simulated'];

export function adapterOf(context: CarrierContext, api: string, code: string): CarrierAdapter {
  const make = ADAPTERS[api as Api];
  if (!make) throw new Error(`carrier ${code} sells no labels by the way "${api}"`);
  return make(context, code);
}
