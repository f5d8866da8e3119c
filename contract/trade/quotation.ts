/** States of a quotation. A sent quotation is never changed; a revision replaces it. */
export const QUOTATION_STATUSES = ['draft', 'sent', 'accepted', 'declined', 'replaced'] as const;
export type QuotationStatus = (typeof QUOTATION_STATUSES)[number];
type Facts = { sentAt: string | null; acceptedAt: string | null; declinedAt: string | null; replacedAt: string | null };

export function quotationStatus({ sentAt, acceptedAt, declinedAt, replacedAt }: Facts): QuotationStatus {
  if (acceptedAt) return 'accepted';
  if (replacedAt) return 'replaced';
  if (declinedAt) return 'declined';
  return sentAt ? 'sent' : 'draft';
}
