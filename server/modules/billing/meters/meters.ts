import type { Meter } from '#contract/trade/meters';
import type { MeterSource } from './fact.ts';
import { inboundMeters } from './inbound.ts';
import { outboundMeters } from './outbound.ts';
import { serviceMeters } from './services.ts';
import { storageMeters } from './storage.ts';
import { surchargeMeters } from './surcharge.ts';

export const METER_SOURCES: readonly MeterSource[] = [
  ...inboundMeters,
  ...storageMeters,
  ...outboundMeters,
  ...surchargeMeters,
  ...serviceMeters,
];

/** The facts of a meter. @throws Error for a meter without a source, which a test excludes */
export function sourceOf(meter: Meter): MeterSource {
  const found = METER_SOURCES.find((one) => one.meter === meter);
  if (!found) throw new Error(`the meter ${meter} has no facts`);
  return found;
}
