import { allows } from '#contract/core/access';
import { useUserStore } from '../../providers/user.ts';

export type ReportArea = 'devRequirements' | 'tickets';

/** Where a reported problem goes: people of the house write a development requirement, people of a merchant a ticket; `null`: they may create neither. */
export const useReportArea = (): ReportArea | null =>
  useUserStore(({ user, privileges }) => {
    if (!user) return null;
    const area = user.merchantId === null ? 'devRequirements' : 'tickets';
    return allows(privileges, `${area}.create`) ? area : null;
  });
