/** A PostgreSQL error as reported by the driver. `code` is the SQLSTATE (appendix A). */
export type PgError = {
  code: string;
  message?: string;
  constraint?: string;
  detail?: string;
  table?: string;
  column?: string;
  routine?: string;
};

/** The database error in the chain of causes; null if there is none. */
export function pgErrorOf(error: unknown): PgError | null {
  type Link = Partial<PgError> & { cause?: unknown };
  for (let e = error as Link | undefined; e; e = e.cause as Link | undefined)
    if (typeof e.code === 'string' && /^[0-9A-Z]{5}$/.test(e.code)) return e as PgError;
  return null;
}
