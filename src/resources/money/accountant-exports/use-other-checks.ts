import { monthDays } from '#contract/money/accountant-exports';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { useRead } from '../../../providers/use-call.ts';

/** A check of a month that another module answers, with the page that it opens. */
export type OtherCheck = { key: 'bankEntries' | 'chargeGaps'; count: number; to: string };

/** Entries of bank statements that are not booked, and facts without a charge. Whoever may not see them is not asked about them. */
export function useOtherChecks(month: string): OtherCheck[] {
  const { from, to } = monthDays(month);
  const seesBank = useAllowed('bankEntries.read');
  const seesCharges = useAllowed('charges.read');
  const open = new URLSearchParams([
    ['state.in', 'open'],
    ['state.in', 'proposed'],
    ['bookedOn.lte', to],
  ]);
  const entries = useRead<{ total: number }[]>('/v0/bankEntries/counts', {
    queryKey: ['data', 'default', 'bankEntries', 'monthEnd', month],
    enabled: seesBank,
    params: { list: `${open}` },
  });
  const gaps = useRead<{ gaps: { count: number }[] }>('/v0/charges/gaps', {
    queryKey: ['data', 'default', 'charges', 'monthEnd', month],
    enabled: seesCharges,
    params: { from, to },
  });
  const missing = gaps.data?.gaps.reduce((sum, { count }) => sum + count, 0) ?? 0;
  const checks: OtherCheck[] = [
    { key: 'bankEntries', count: entries.data?.[0]?.total ?? 0, to: '/accounting/bank-matching' },
    { key: 'chargeGaps', count: missing, to: '/accounting/charge-gaps' },
  ];
  return checks.filter(({ count }) => count > 0);
}
