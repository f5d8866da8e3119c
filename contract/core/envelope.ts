import type { ErrorCode } from './errors.ts';

/** Every path that the specification names starts with it. */
export const API = '/v0';

/** Codes that are no error (specification, point 8). */
export const FINE_CODES = ['OK', 'ContinueWithoutOK'] as const;
export type FineCode = (typeof FINE_CODES)[number];

/** What every `/v0` call answers. `error` is a plain English sentence for logs; people read the translated `code`. */
export type Envelope<T> = { code: FineCode | ErrorCode; data: T; error: string | null };

/**
 * What a list call answers. `next` is the cursor of the following page, null at the end.
 * `total` is exact up to TOTAL_LIMIT; past it `totalExact` is false and `total` a lower bound. With `totalLater` it was not counted, because the
 * call asked for the rows first: it is a lower bound, and a call with `t=only` answers it.
 */
export type ListEnvelope<T> = Envelope<T[]> & { next: string | null; total: number; totalExact: boolean; totalLater?: boolean };

export const TOTAL_LIMIT = 10_000;

/** Data of an InvalidInput answer: which field, which rule; the texts are locale keys `rules.<rule>`. */
export type FieldError = { path: string; rule: string; params?: Record<string, string | number> };

/** Data of a StaleVersion answer: what changed since the version the edit was based on. */
export type StaleData = { current: Record<string, unknown>; changedBy: string | null; changedAt: string; fields: string[] };

export const isFine = (code: string): code is FineCode => (FINE_CODES as readonly string[]).includes(code);
