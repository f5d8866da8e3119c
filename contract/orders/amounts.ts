import { z } from 'zod';
import type { FieldError } from '../core/envelope.ts';

/** Delivery services that a carrier carries out only with an amount, and the field of the order that holds it. */
export const AMOUNT_OF = { cashOnDelivery: 'codAmount', insurance: 'insuredAmount' } as const;
export type AmountService = keyof typeof AMOUNT_OF;
export const AMOUNT_SERVICES = Object.keys(AMOUNT_OF) as AmountService[];

/** In the smallest unit of the order's currency. */
export const Amount = z.int().min(1).max(100_000_000);

type Amounts = { [field in (typeof AMOUNT_OF)[AmountService]]?: number | null | undefined };

/** A service without its amount, and an amount without its service. Neither could be carried out as it is meant. */
export const amountFaults = (services: readonly string[], amounts: Amounts): FieldError[] =>
  AMOUNT_SERVICES.flatMap((service): FieldError[] => {
    const path = AMOUNT_OF[service];
    const isGiven = (amounts[path] ?? null) !== null;
    if (services.includes(service) === isGiven) return [];
    return [isGiven ? { path: 'deliveryServices', rule: `${service}Missing` } : { path, rule: 'amountMissing' }];
  });

/** The services that amounts stand for, where only the amounts are given. */
export const servicesOfAmounts = (amounts: Amounts): AmountService[] =>
  AMOUNT_SERVICES.filter((service) => (amounts[AMOUNT_OF[service]] ?? null) !== null);
