import { z } from 'zod';
import type { Envelope } from '#contract/core/envelope';

export const ok = <T>(data: T): Envelope<T> => ({ code: 'OK', data, error: null });

/** The answer schema of a call. Only the fields it names are sent. */
export const okSchema = <T extends z.ZodType>(data: T) =>
  z.object({ code: z.enum(['OK', 'ContinueWithoutOK']), data, error: z.string().nullable() });
