import { AMOUNT_SERVICES } from '#contract/orders/amounts';
import { type LabelRefusal, labelReason } from '#contract/orders/reasons';
import { DELIVERY_SERVICES } from '#contract/orders/tasks';
import type { Oversize } from '#contract/shipping/parcel-limits';
import { CarrierError } from './adapter.ts';
import type { Connection } from './connections.ts';

/** Kontor refuses the label before the carrier is called. */
export const refusal = (reason: LabelRefusal, value = ''): CarrierError =>
  new CarrierError({ kind: 'refused', message: labelReason(reason, value) });

/** What is too large, in the stored form of a reason: which limit, the size and the limit. */
export const oversizeReason = ({ limit: reason, is, most }: Oversize): string => labelReason(reason, `${is} mm > ${most} mm`);

/** The name of one of our services or delivery services at the carrier, if it has one. */
export const nameAt = ({ services }: Pick<Connection, 'services'>, ours: string): string | undefined =>
  services.find((one) => one.ours === ours)?.theirs;

/** @throws CarrierError `refused` if the service has no name at the carrier: it is never left out */
export function serviceAt(connection: Pick<Connection, 'services'>, ours: string): string {
  const theirs = nameAt(connection, ours);
  if (!theirs) throw refusal(ours === '' ? 'noDefaultService' : 'noService', ours);
  return theirs;
}

/** Our services that the carrier sells. Delivery services and the enclosed return label come on top of one. */
export const soldServices = ({ services }: Pick<Connection, 'services'>): { ours: string; theirs: string }[] =>
  services.filter(({ ours }) => ours !== 'retour' && !DELIVERY_SERVICES.some((one) => one === ours));

/** An order of before it had amounts. @throws CarrierError `refused` */
export function refuseWithoutAmount(extras: readonly string[]): void {
  const missing = AMOUNT_SERVICES.find((service) => extras.includes(service));
  if (missing) throw refusal('needsAmount', missing);
}
