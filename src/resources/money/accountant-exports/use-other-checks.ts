import { monthDays } from '#contract/money/accountant-exports';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { useRead } from '../../../providers/use-call.ts';

/** A check of a month that another module answers, with the page that it opens. */
export type OtherCheck = { key: 'bankEntries' | 'chargeGaps' | 'unbilled' | 'overdue' | 'disputes'; count: number; to: string };

/** Entries of bank statements that are not booked, facts without a charge, charges on no invoice, open disputes, overdue invoices. Whoever may not see them is not asked about them. */
export function useOtherChecks(month: string): { checks: OtherCheck[]; isReading: boolean; isUnread: boolean; readAgain: () => void } {
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
  const overdue = useRead<{ total: number }[]>('/v0/invoices/counts', {
    queryKey: ['data', 'default', 'invoices', 'monthEnd', 'overdue'],
    enabled: useAllowed('dunningRuns.read'),
    params: { list: 'overdue=true&kind=invoice' },
  });
  const disputes = useRead<{ total: number }[]>('/v0/chargeDisputes/counts', {
    queryKey: ['data', 'default', 'chargeDisputes', 'monthEnd'],
    enabled: useAllowed('chargeDisputes.decide'),
    params: { list: 'status=open' },
  });
  const unbilled = useRead<{ total: number }[]>('/v0/charges/counts', {
    queryKey: ['data', 'default', 'charges', 'monthEnd', 'unbilled', month],
    enabled: seesCharges,
    params: { list: `${new URLSearchParams({ state: 'open', 'happenedOn.lte': to })}` },
  });
  const missing = gaps.data?.gaps.reduce((sum, { count }) => sum + count, 0) ?? 0;
  const checks: OtherCheck[] = [
    { key: 'bankEntries', count: entries.data?.[0]?.total ?? 0, to: '/accounting/bank-matching' },
    { key: 'chargeGaps', count: missing, to: `/accounting/charge-gaps?${new URLSearchParams({ from, to })}` },
    { key: 'unbilled', count: unbilled.data?.[0]?.total ?? 0, to: '/accounting/runs' },
    { key: 'disputes', count: disputes.data?.[0]?.total ?? 0, to: '/accounting/disputes' },
    { key: 'overdue', count: overdue.data?.[0]?.total ?? 0, to: '/accounting/dunning-runs' },
  ];
  const all = [entries, gaps, overdue, disputes, unbilled];
  return {
    checks: checks.filter(({ count }) => count > 0),
    isReading: all.some(({ isLoading }) => isLoading),
    isUnread: all.some(({ isError }) => isError),
    readAgain: () => {
      for (const { isError, refetch } of all) if (isError) void refetch();
    },
  };
}
