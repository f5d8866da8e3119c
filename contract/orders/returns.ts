import { z } from 'zod';
import { Id } from '../core/fields.ts';

/** Why a customer sends a piece back. */
export const RETURN_REASONS = [
  'notWanted',
  'wrongItem',
  'notAsDescribed',
  'damaged',
  'defective',
  'tooLate',
  'undeliverable',
  'other',
] as const;
export type ReturnReason = (typeof RETURN_REASONS)[number];
/** The number of a reason on the return slip: its place in the list, from 1 on. */
export const returnReasonNo = (reason: ReturnReason): number => RETURN_REASONS.indexOf(reason) + 1;

/** Pieces of one line of an order that come back for one reason. The same line may be given again with another reason. */
export const ReturnLine = z.strictObject({
  lineId: Id,
  qty: z.int().min(1).max(1_000_000),
  reason: z.enum(RETURN_REASONS),
});
export type ReturnLine = z.infer<typeof ReturnLine>;
