/** Lists of ledger lines behind the figures of reports. Days are inclusive. */

type Asked = { accountId: string; from?: string; to: string; side?: 'debit' | 'credit' };

/** The lines of an account in a period, or only its debits or credits; without `from` everything until `to`. */
export function linesBehind({ accountId, from, to, side }: Asked): string {
  const params = new URLSearchParams({ 'f.accountId': accountId, 'f.bookedOn.lte': to });
  if (from) params.set('f.bookedOn.gte', from);
  if (side) params.set(`f.${side}.gt`, '0');
  return `/accounting/transactions?${params}`;
}

export const entryBehind = (entryId: string): string => `/accounting/transactions?${new URLSearchParams({ 'f.entryId': entryId })}`;

/** The statement of an account in a period. */
export const statementOf = (accountId: string, from: string, to: string): string =>
  `/accounting/statement?${new URLSearchParams({ accountId, from, to })}`;

/** The lines of tax codes whose tax point lies in a period. */
export function linesOfCodes(codes: readonly string[], from: string, to: string): string {
  const params = new URLSearchParams({ 'f.taxOn.gte': from, 'f.taxOn.lte': to });
  for (const code of codes) params.append(codes.length > 1 ? 'f.taxCode.in' : 'f.taxCode', code);
  return `/accounting/transactions?${params}`;
}
