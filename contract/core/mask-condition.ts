import { z } from 'zod';

/** Conditions of masks on the values of a row: a closed language of data. Nothing in it is evaluated as code. */

const Scalar = z.union([z.string().max(500), z.number(), z.boolean(), z.null()]);
export const CONDITION_OPS = ['eq', 'ne', 'in', 'gt', 'gte', 'lt', 'lte', 'empty', 'filled'] as const;
export type Condition =
  | { field: string; op: (typeof CONDITION_OPS)[number]; value?: z.infer<typeof Scalar> | z.infer<typeof Scalar>[] | undefined }
  | { and: Condition[] }
  | { or: Condition[] }
  | { not: Condition };
export const Condition: z.ZodType<Condition> = z.lazy(() =>
  z.union([
    z.strictObject({ field: z.string(), op: z.enum(CONDITION_OPS), value: z.union([Scalar, z.array(Scalar)]).optional() }),
    z.strictObject({ and: z.array(Condition).max(20) }),
    z.strictObject({ or: z.array(Condition).max(20) }),
    z.strictObject({ not: Condition }),
  ]),
);
