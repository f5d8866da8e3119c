import { z } from 'zod';

/**
 * Faults of the simulated carrier. `inFlight`: the answer is lost, and the booking can be seen only later. `lostAtCarrier`: it is booked,
 * and nobody is ever told. A fault can be requested for one parcel by the second name line: `SIM lost-answer`.
 */
export const FAULTS = {
  refuseAddress: 'SIM refuse-address',
  timeoutAfterBooking: 'SIM timeout-after-booking',
  lostAnswer: 'SIM lost-answer',
  inFlight: 'SIM in-flight',
  lostAtCarrier: 'SIM lost-at-carrier',
  down: 'SIM down',
} as const;
export type Fault = keyof typeof FAULTS;
export const FAULT_NAMES = Object.keys(FAULTS) as [Fault, ...Fault[]];

/** Probabilities from 0 to 1. */
export type Odds = Partial<Record<Fault, number>>;

const Odds = z.partialRecord(z.enum(FAULT_NAMES), z.number().min(0).max(1));
/** The value of the setting: `off`, or JSON such as `{"down":0.1}`. */
export const CarrierFaults = z.string().transform((text, context): Odds => {
  if (text === 'off') return {};
  try {
    return Odds.parse(JSON.parse(text));
  } catch {
    context.addIssue({ code: 'custom', message: `off, or JSON with probabilities of ${FAULT_NAMES.join(', ')}` });
    return z.NEVER;
  }
});
