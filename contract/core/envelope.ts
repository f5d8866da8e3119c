import type { ErrorCode } from './errors.ts';

/** Prefix of every path in the specification. */
export const API = '/v0';

/** Codes that are not errors (specification, point 8). */
export const FINE_CODES = ['OK', 'ContinueWithoutOK'] as const;
export type FineCode = (typeof FINE_CODES)[number];

/** The answer of every `/v0` call. `error` is an English sentence for logs; users see the translated `code`. */
export type Envelope<T> = { code: FineCode | ErrorCode; data: T; error: string | null };

/**
 * The answer of a list call. `next` is the cursor of the following page, null at the end. `total` is exact up to TOTAL_LIMIT; beyond it
 * `totalExact` is false and `total` is a lower bound. With `totalLater` the total was not counted, because the call asked for the rows
 * first: it is a lower bound, and a call with `t=only` returns the exact total.
 */
export type ListEnvelope<T> = Envelope<T[]> & { next: string | null; total: number; totalExact: boolean; totalLater?: boolean };

export const TOTAL_LIMIT = 10_000;

/** Data of an InvalidInput answer: the field and the violated rule. Texts have the locale keys `rules.<rule>`. */
export type FieldError = { path: string; rule: string; params?: Record<string, string | number> };

/** Data of a StaleVersion answer: the fields that changed since the version on which the edit was based. */
export type StaleData = { current: Record<string, unknown>; changedBy: string | null; changedAt: string; fields: string[] };

export const isFine = (code: string): code is FineCode => (FINE_CODES as readonly string[]).includes(code);
