import type { FieldError } from '../core/envelope.ts';

/** When the services of a document were rendered (§ 14 Abs. 4 Nr. 6 UStG): of the whole document, and of lines of another time. */

export type ServicePeriod = { from: string; to: string };
/** Both or neither of the two. */
type Line = { serviceFrom?: string | undefined; serviceTo?: string | undefined };
type Head = { serviceFrom: string | null; serviceTo: string | null };

/** The own period of a line; null if it has that of its document. */
export const linePeriod = ({ serviceFrom: from, serviceTo: to }: Line): ServicePeriod | null => (from && to ? { from, to } : null);

/**
 * The period of a document, which covers those of its lines (PEPPOL-EN16931-R110 and R111).
 * @param issued the day of the service where none is named; empty for a draft
 */
export function documentPeriod({ serviceFrom, serviceTo }: Head, lines: readonly Line[], issued: string): ServicePeriod {
  const to = serviceTo ?? issued;
  const own = { from: serviceFrom ?? to, to };
  return lines
    .flatMap((line) => linePeriod(line) ?? [])
    .reduce(
      (sum, { from, to: until }) => ({
        from: sum.from === '' || from < sum.from ? from : sum.from,
        to: until > sum.to ? until : sum.to,
      }),
      own,
    );
}

/** A line with one end of a period only (BR-CO-20 of EN 16931 allows it, a reader cannot use it), or one that ends before it starts (BR-30). */
export const periodFaults = (lines: readonly Line[]): FieldError[] =>
  lines.flatMap(({ serviceFrom: from, serviceTo: to }, i) => {
    if (from && to) return to < from ? [{ path: `lines.${i}.serviceTo`, rule: 'beforeStart' }] : [];
    return from || to ? [{ path: `lines.${i}.${from ? 'serviceTo' : 'serviceFrom'}`, rule: 'required' }] : [];
  });
