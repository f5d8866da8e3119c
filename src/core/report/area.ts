import { allows } from '#contract/core/access';
import { useUserStore } from '../../providers/user.ts';

export type ReportArea = 'devRequirements' | 'tickets';

/** The area for a reported problem: development requirements for staff, tickets for merchants. `null` if the user may create neither. */
export const useReportArea = (): ReportArea | null =>
  useUserStore(({ user, privileges }) => {
    if (!user) return null;
    const area = user.merchantId === null ? 'devRequirements' : 'tickets';
    return allows(privileges, `${area}.create`) ? area : null;
  });
