import { useCan } from '@refinedev/core';
import { allows } from '#contract/core/access';
import { useUserStore } from './user.ts';

/**
 * Whether the user has a privilege, `<area>.<action>`. Uses refine's access control with the session's privileges as initial data, so that
 * no button appears late. Cosmetic: the server decides on every call.
 */
export function useAllowed(privilege: string): boolean {
  const isAllowed = useUserStore((state) => allows(state.privileges, privilege));
  const account = useUserStore((state) => state.user?.subId ?? state.user?.id ?? '');
  const dot = privilege.lastIndexOf('.');
  const { data } = useCan({
    resource: privilege.slice(0, dot),
    action: privilege.slice(dot + 1),
    // Part of the query key, so that another account or changed privileges cause a new check.
    params: { account, isAllowed },
    queryOptions: { initialData: { can: isAllowed }, staleTime: 0 },
  });
  return data?.can ?? isAllowed;
}
