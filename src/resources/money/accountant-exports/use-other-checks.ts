import { monthDays } from '#contract/money/accountant-exports';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { useRead } from '../../../providers/use-call.ts';

/** A check of a month that another module answers, with the page that it opens. */
export type OtherCheck = {
  key: 'bankEntries' | 'incomingBills' | 'chargeGaps' | 'workEntries' | 'unbilled' | 'openRuns' | 'overdue' | 'disputes';
  count: number;
  to: string;
};

const listOf = (...filters: [name: string, value: string][]): string => `${new URLSearchParams(filters)}`;
const either = (field: string, ...values: string[]): [string, string][] => values.map((value) => [`${field}.in`, value]);
/** The same list as a page shows it. */
const pageOf = (path: string, list: string): string =>
  `${path}?${new URLSearchParams([...new URLSearchParams(list)].map(([name, value]) => [`f.${name}`, value]))}`;

/** How many rows of an area a list of the month holds. Whoever may not see them is not asked about them. */
function useCounted(area: string, list: string, privilege = `${area}.read`) {
  const found = useRead<{ total: number }[]>(`/v0/${area}/counts`, {
    queryKey: ['data', 'default', area, 'monthEnd', list],
    enabled: useAllowed(privilege),
    params: { list },
  });
  return { found, count: found.data?.[0]?.total ?? 0 };
}

/**
 * What other modules have open at the end of a month: entries of bank statements, e-invoices that nobody decided on, facts without a charge,
 * work that nobody approved, charges on no invoice, billing runs that were not posted, disputes and overdue invoices.
 */
export function useOtherChecks(month: string): { checks: OtherCheck[]; isReading: boolean; isUnread: boolean; readAgain: () => void } {
  const { from, to } = monthDays(month);
  const lists = {
    incomingBills: listOf(['status', 'received'], ['issueDate.lte', to]),
    workEntries: listOf(['approvedAt.null', 'true'], ['workedOn.lte', to]),
    openRuns: listOf(...either('state', 'draft', 'checked', 'approved', 'posting'), ['periodFrom.lte', to]),
  };
  const entries = useCounted('bankEntries', listOf(...either('state', 'open', 'proposed'), ['bookedOn.lte', to]));
  const incoming = useCounted('incomingBills', lists.incomingBills);
  const work = useCounted('workEntries', lists.workEntries, 'workEntries.approve');
  const unbilled = useCounted('charges', listOf(['state', 'open'], ['happenedOn.lte', to]));
  const runs = useCounted('billingRuns', lists.openRuns);
  const disputes = useCounted('chargeDisputes', listOf(['status', 'open']), 'chargeDisputes.decide');
  const overdue = useCounted('invoices', listOf(['overdue', 'true'], ['kind', 'invoice']), 'dunningRuns.read');
  const gaps = useRead<{ gaps: { count: number }[] }>('/v0/charges/gaps', {
    queryKey: ['data', 'default', 'charges', 'monthEnd', month],
    enabled: useAllowed('charges.read'),
    params: { from, to },
  });
  const missing = gaps.data?.gaps.reduce((sum, { count }) => sum + count, 0) ?? 0;
  const checks: OtherCheck[] = [
    { key: 'bankEntries', count: entries.count, to: '/accounting/bank-matching' },
    { key: 'incomingBills', count: incoming.count, to: pageOf('/purchases/incoming-bills', lists.incomingBills) },
    { key: 'chargeGaps', count: missing, to: `/accounting/charge-gaps?${new URLSearchParams({ from, to })}` },
    { key: 'workEntries', count: work.count, to: pageOf('/accounting/work', lists.workEntries) },
    { key: 'unbilled', count: unbilled.count, to: '/accounting/runs' },
    { key: 'openRuns', count: runs.count, to: pageOf('/accounting/runs', lists.openRuns) },
    { key: 'disputes', count: disputes.count, to: '/accounting/disputes' },
    { key: 'overdue', count: overdue.count, to: '/accounting/dunning-runs' },
  ];
  const all = [gaps, ...[entries, incoming, work, unbilled, runs, disputes, overdue].map(({ found }) => found)];
  return {
    checks: checks.filter(({ count }) => count > 0),
    isReading: all.some(({ isLoading }) => isLoading),
    isUnread: all.some(({ isError }) => isError),
    readAgain: () => {
      for (const { isError, refetch } of all) if (isError) void refetch();
    },
  };
}
