import type { Address } from '#contract/core/fields';
import { FAULT_NAMES, FAULTS, type Fault, type Odds } from '#contract/shipping/simulated-faults';

/** What goes wrong this time, if anything. */
export function faultOf(consignee: Address, odds: Odds, random: () => number = Math.random): Fault | null {
  return FAULT_NAMES.find((fault) => consignee.name2 === FAULTS[fault] || random() < (odds[fault] ?? 0)) ?? null;
}
